export { createAttachmentReader, type AttachmentReaderOptions } from './attachment-reader.ts';
