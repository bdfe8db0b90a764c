import { useRef } from 'react';
import type { AttachmentView } from '../../../../src/contracts/index.ts';
import { Icon, IconButton } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { attachWords } from './attach-words.ts';

/** What the server reads; a picker shows these first. */
const ACCEPTED = '.txt,.md,.markdown,.mdx,.csv,.pdf,.docx,text/plain,text/markdown,application/pdf';

interface AttachButtonProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ isDisabled, onFiles }: AttachButtonProps) {
  const t = useText(attachWords);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="attach"
        size="md"
        label={t.attach}
        isDisabled={isDisabled}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

interface WaitingFilesProps {
  readonly files: readonly AttachmentView[];
  readonly isReading: boolean;
  readonly onRemove: (uuid: string) => void;
}

/** The files that go with the next message. */
export function WaitingFiles({ files, isReading, onRemove }: WaitingFilesProps) {
  const t = useText(attachWords);
  return (
    <>
      {files.length > 0 && (
        <>
          <ul className="v-files" aria-label={t.waiting}>
            {files.map((file) => (
              <li key={file.uuid} className="v-files__one">
                <FileName file={file} />
                <IconButton
                  icon="close"
                  label={t.remove(file.name)}
                  onPress={() => {
                    onRemove(file.uuid);
                  }}
                />
              </li>
            ))}
          </ul>
          <p className="v-caption">{t.asData}</p>
        </>
      )}
      <p className="v-caption" role="status">
        {isReading && t.attaching}
      </p>
    </>
  );
}

/** The files a message came with. */
export function SentFiles({ files }: { files: readonly AttachmentView[] }) {
  const t = useText(attachWords);
  if (files.length === 0) return null;
  return (
    <ul className="v-files" aria-label={t.sent}>
      {files.map((file) => (
        <li key={file.uuid} className="v-files__one">
          <FileName file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileName({ file }: { file: AttachmentView }) {
  const t = useText(attachWords);
  return (
    <>
      <Icon name="attach" size="sm" />
      <span className="v-files__name">{file.name}</span>
      {file.pages !== null && <span className="v-caption">{t.pages(file.pages)}</span>}
    </>
  );
}
