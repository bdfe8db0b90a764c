import { useRef, useState } from 'react';
import type { AttachmentView } from '../../../../src/contracts/index.ts';
import { Icon, IconButton } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { attachWords } from './attach-words.ts';
import { useImageSource } from './use-image-source.ts';

/** What the server reads; a picker shows these first. */
const ACCEPTED =
  '.txt,.md,.markdown,.mdx,.csv,.pdf,.docx,.png,.jpg,.jpeg,.webp,.gif,text/plain,text/markdown,application/pdf,image/png,image/jpeg,image/webp,image/gif';

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
  readonly conversationUuid: string | null;
  readonly files: readonly AttachmentView[];
  /** The model of this conversation is not shown the images among them. */
  readonly imagesUnseen: boolean;
  readonly isReading: boolean;
  readonly onRemove: (uuid: string) => void;
}

/** The files that go with the next message. */
export function WaitingFiles(props: WaitingFilesProps) {
  const { conversationUuid, files, imagesUnseen, isReading, onRemove } = props;
  const t = useText(attachWords);
  return (
    <>
      {files.length > 0 && (
        <>
          <ul className="v-files" aria-label={t.waiting}>
            {files.map((file) => (
              <li key={file.uuid} className="v-files__one">
                <FileChip file={file} conversationUuid={conversationUuid} />
                {imagesUnseen && file.image !== undefined && (
                  <span className="v-files__unseen">
                    <Icon name="eye-off" size="sm" />
                    {t.unseen}
                  </span>
                )}
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

interface SentFilesProps {
  readonly conversationUuid: string;
  readonly files: readonly AttachmentView[];
}

/** The files a message came with. */
export function SentFiles({ conversationUuid, files }: SentFilesProps) {
  const t = useText(attachWords);
  if (files.length === 0) return null;
  return (
    <ul className="v-files" aria-label={t.sent}>
      {files.map((file) => (
        <li key={file.uuid} className="v-files__one">
          <FileChip file={file} conversationUuid={conversationUuid} />
        </li>
      ))}
    </ul>
  );
}

function FileChip({
  file,
  conversationUuid,
}: {
  file: AttachmentView;
  conversationUuid: string | null;
}) {
  const t = useText(attachWords);
  if (file.image !== undefined && conversationUuid !== null) {
    return <ImageChip file={file} path={api.imagePath(conversationUuid, file.uuid)} />;
  }
  return (
    <>
      <Icon name="attach" size="sm" />
      <span className="v-files__name">{file.name}</span>
      {file.pages !== null && <span className="v-caption">{t.pages(file.pages)}</span>}
    </>
  );
}

/** An image small, with its name beside it; the name alone where it cannot be shown. */
function ImageChip({ file, path }: { file: AttachmentView; path: string }) {
  const t = useText(attachWords);
  const source = useImageSource(path);
  const [isBroken, setBroken] = useState(false);
  const isShown = source !== null && !isBroken;
  return (
    <>
      {isShown ? (
        <img
          className="v-files__image"
          src={source}
          alt={file.name}
          width={file.image?.width}
          height={file.image?.height}
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(true);
          }}
        />
      ) : (
        <Icon name="attach" size="sm" />
      )}
      {/* Said once: the picture has it as its text. */}
      <span className="v-files__name" aria-hidden={isShown || undefined}>
        {file.name}
      </span>
      {isBroken && <span className="v-caption">{t.notShown}</span>}
    </>
  );
}
