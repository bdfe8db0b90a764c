import { Command } from 'commander';
import { actingUser } from './acting-user.ts';
import { withVouch } from './open.ts';
import { readNamed } from './skills-sources.ts';
import { printable } from './tour-screen.ts';

/** `vouch import nr-llm FILE`: brings in what another system kept. */
export function importCommand(): Command {
  const command = new Command('import').description('bring in what another system kept');
  command
    .command('nr-llm <file>')
    .description(
      'sources and skills from a JSON export of tx_nrllm_skill_source and tx_nrllm_skill (- reads standard input)',
    )
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (file: string, options: { as?: string; json?: boolean }, called: Command) => {
      const text = await readNamed(file);
      await withVouch(called, async (vouch) => {
        const report = await vouch.ingest.importNrLlm(text, await actingUser(vouch, options.as));
        if (options.json === true) {
          process.stdout.write(`${JSON.stringify(report)}\n`);
          return;
        }
        process.stdout.write(
          `${String(report.sources)} sources and ${String(report.skills)} skills came in; ${String(report.disabled)} switched off, ${String(report.known)} were here, ${String(report.deleted)} had been deleted there.\n`,
        );
        for (const { place, message } of report.lines) {
          process.stdout.write(`  ${printable(place)}: ${printable(message)}\n`);
        }
        process.stdout.write('Next: vouch skills upgrade, or sync the sources.\n');
      });
    });
  return command;
}
