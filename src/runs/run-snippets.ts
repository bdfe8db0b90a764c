import type { SaidNotice } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { promptAndSnippets, snippetBlockDigest, type Snippet } from '../prompts/index.ts';
import type { RuntimeDeps } from './deps.ts';
import type { RunRequest } from './runtime.ts';

/** The base of a run's system message, its snippets, and what the log says of them. */
export interface RunSnippets {
  readonly prompt: string;
  readonly snippets: readonly string[];
  readonly used: readonly Snippet[];
  /** Which texts those are, for the run's log. */
  readonly assembled: readonly { readonly uid: number; readonly digest: string }[];
  /** Forced snippets that stay out. */
  readonly notices: readonly SaidNotice[];
}

/** Reads the snippets afresh and puts together what of them this run sends (SNP-01, SNP-02). */
export async function runSnippets(
  deps: Pick<RuntimeDeps, 'snippets'>,
  run: {
    readonly callerSystemMessage: string | null;
    readonly configuration: Configuration;
    readonly forced: RunRequest['forced'];
  },
): Promise<RunSnippets> {
  const { base, snippets, used, leftOut } = promptAndSnippets({
    callerSystemMessage: run.callerSystemMessage,
    configuration: run.configuration,
    snippets: await deps.snippets.snippets(),
    forced: run.forced?.snippetUids ?? [],
  });
  return {
    prompt: base,
    snippets,
    used,
    assembled: used.map((snippet) => ({ uid: snippet.uid, digest: snippetBlockDigest(snippet) })),
    notices: leftOut.map(({ uid, name, reason }) => ({
      code: 'snippet_left_out',
      data: { snippetUid: uid, name, reason },
    })),
  };
}
