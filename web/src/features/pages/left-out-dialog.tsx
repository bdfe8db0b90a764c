import type { SiteView } from '../../../../src/contracts/index.ts';
import { Button, Dialog, Table } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';
import { unreadText } from './unread-words.ts';

interface LeftOutDialogProps {
  files: SiteView['leftOut'];
  isOpen: boolean;
  onClose: () => void;
}

/** Files Vouch lists but never touches, and why. */
export function LeftOutDialog({ files, isOpen, onClose }: LeftOutDialogProps) {
  const t = useText(strings);
  const { locale } = useLocale();
  return (
    <Dialog
      title={t.leftOutTitle}
      description={t.leftOutIntro}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t.close}</Button>}
    >
      <Table
        label={t.leftOutTitle}
        columns={[
          {
            id: 'file',
            label: t.file,
            cell: ({ path }) => <span className="v-mono v-anywhere">{path}</span>,
          },
          { id: 'reason', label: t.reason, cell: (file) => unreadText(file, locale) },
        ]}
        rows={files}
        rowKey={({ path }) => path}
      />
    </Dialog>
  );
}
