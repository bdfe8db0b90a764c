import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Reports, and what makes each. */
const REPORTS = [
  { report: 'index.api.md', config: 'api-extractor.json', name: 'AgentRuntime' },
  { report: 'client.api.md', config: 'api-extractor.client.json', name: 'VouchClient' },
] as const;
type Report = (typeof REPORTS)[number];

/** Runs the check of `npm run api:check` against a report, as the build on a server does: it writes none. */
function check(
  { report: file, config: name }: Report,
  report: string,
): { succeeded: boolean; changed: boolean; current: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-api-'));
  try {
    writeFileSync(join(folder, file), report);
    const configObjectFullPath = join(root, name);
    const config = ExtractorConfig.loadFile(configObjectFullPath);
    const { succeeded, apiReportChanged } = Extractor.invoke(
      ExtractorConfig.prepare({
        configObject: {
          ...config,
          apiReport: {
            ...config.apiReport,
            enabled: true,
            reportFolder: folder,
            reportTempFolder: join(folder, 'new'),
          },
        },
        configObjectFullPath,
        packageJsonFullPath: join(root, 'package.json'),
      }),
      {
        localBuild: false,
        messageCallback: (message) => {
          message.handled = true;
        },
      },
    );
    const current = readFileSync(join(folder, 'new', file), 'utf8');
    return { succeeded, changed: apiReportChanged, current };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.each(REPORTS)(
  'API-03 a changed public surface fails the check until $report is renewed',
  (of) => {
    expect(existsSync(join(root, 'dist/index.d.ts')), 'run npm run build first').toBe(true);
    const committed = readFileSync(join(root, 'docs/api', of.report), 'utf8');
    const older = committed.replace(`export interface ${of.name} `, 'export interface Old ');
    expect(older).not.toBe(committed);
    const refused = check(of, older);
    expect(refused).toMatchObject({ changed: true, succeeded: false });
    expect(check(of, refused.current)).toMatchObject({ changed: false, succeeded: true });
  },
  120_000,
);
