/** The words on the screens, from the screens themselves: what a picture presses is called as it is called there. */
import { tsImport } from 'tsx/esm/api';

const FILES = {
  app: 'app/strings.ts',
  components: 'components/strings.ts',
  session: 'features/session/strings.ts',
  firstRun: 'features/first-run/strings.ts',
  own: 'features/people/own-words.ts',
  factor: 'features/people/factor-words.ts',
  data: 'features/people/data-words.ts',
  people: 'features/people/words.ts',
  accounts: 'features/people/account-words.ts',
  providers: 'features/people/provider-words.ts',
  pages: 'features/pages/strings.ts',
  chat: 'features/chat/words.ts',
  attach: 'features/chat/attach-words.ts',
  card: 'features/chat/card-words.ts',
  keep: 'features/chat/keep-words.ts',
  tours: 'features/tours/strings.ts',
  tasks: 'features/tasks/strings.ts',
  inbox: 'features/inbox/strings.ts',
  skills: 'features/skills/words.ts',
  trial: 'features/skills/trial-words.ts',
  decide: 'features/skills/decide-words.ts',
  writing: 'features/skills/writing-words.ts',
  revoke: 'features/skills/revoke-words.ts',
  sources: 'features/skills/source-words.ts',
  mcp: 'features/mcp/words.ts',
  webhooks: 'features/webhooks/words.ts',
  models: 'features/models/words.ts',
  playground: 'features/playground/words.ts',
  governance: 'features/governance/words.ts',
  usage: 'features/usage/words.ts',
  snippets: 'features/snippets/words.ts',
  dataClasses: 'lib/data-class-words.ts',
  embed: 'embed/words.ts',
};

/** Every dictionary a picture needs, by a short name, in one language. */
export async function wordsIn(language) {
  const read = async ([name, file]) => {
    const module = await tsImport(`../../web/src/${file}`, import.meta.url);
    const words = Object.values(module).find((one) => one?.[language] !== undefined);
    return [name, words[language]];
  };
  const entries = [];
  for (const each of Object.entries(FILES)) entries.push(await read(each));
  return Object.fromEntries(entries);
}
