import type { SkillAuditEntry } from '../../../../src/contracts/index.ts';
import { Button } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { auditCsv, auditJson } from './model/audit-export.ts';
import { sourceWords } from './source-words.ts';

/** Saves the entries that are shown as a file, made in the browser. */
export function AuditExport({ entries }: { entries: readonly SkillAuditEntry[] }) {
  const t = useText(sourceWords);
  const save = (ending: string, type: string, text: string) => {
    const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${t.exportFile}.${ending}`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="v-audit__export" role="group" aria-label={t.exportLabel}>
      <span className="v-caption">{t.exportLabel}</span>
      <Button
        size="sm"
        aria-label={`${t.exportLabel}: ${t.exportCsv}`}
        onPress={() => {
          save('csv', 'text/csv', auditCsv(entries));
        }}
      >
        {t.exportCsv}
      </Button>
      <Button
        size="sm"
        aria-label={`${t.exportLabel}: ${t.exportJson}`}
        onPress={() => {
          save('json', 'application/json', auditJson(entries));
        }}
      >
        {t.exportJson}
      </Button>
    </div>
  );
}
