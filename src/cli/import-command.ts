import { Command } from 'commander';
import { acting, common, say, type Common } from './acting.ts';
import { readNamed } from './standard-input.ts';
import { printable } from './tour-screen.ts';

/** `vouch import nr-llm FILE`: brings in what another system kept. */
export function importCommand(): Command {
  const command = new Command('import').description('bring in what another system kept');
  common(
    command
      .command('nr-llm <file>')
      .description(
        'sources and skills from a JSON export of tx_nrllm_skill_source and tx_nrllm_skill (- reads standard input)',
      ),
  ).action(async (file: string, options: Common, called: Command) => {
    const text = await readNamed(file);
    await acting(called, options, async ({ vouch, actor }) => {
      const report = await vouch.ingest.importNrLlm(text, actor);
      say(options, report, () =>
        [
          `${String(report.sources)} sources and ${String(report.skills)} skills came in; ${String(report.disabled)} switched off, ${String(report.known)} were here, ${String(report.deleted)} had been deleted there.\n`,
          ...report.lines.map(
            ({ place, message }) => `  ${printable(place)}: ${printable(message)}\n`,
          ),
          'Next: vouch skills upgrade, or sync the sources.\n',
        ].join(''),
      );
    });
  });
  return command;
}
