import { useState, type DragEvent, type ReactNode } from 'react';
import { Icon } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { attachWords } from './attach-words.ts';

interface FileDropProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Where files can be dropped. A browser would open them instead of the page, so that is kept from happening also while disabled. */
export function FileDrop({ isDisabled, onFiles, children }: FileDropProps) {
  const t = useText(attachWords);
  const [isOver, setOver] = useState(false);
  const handled = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    return true;
  };
  return (
    <div
      className="v-chat__compose"
      onDragOver={(event) => {
        if (!handled(event)) return;
        event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy';
        setOver(!isDisabled);
      }}
      onDragLeave={(event) => {
        const into = event.relatedTarget;
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (handled(event) && !isDisabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="v-files__drop">
          <Icon name="attach" />
          {t.drop}
        </div>
      )}
    </div>
  );
}
