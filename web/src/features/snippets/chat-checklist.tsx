import { Link } from 'react-router';
import type { SnippetView } from '../../../../src/contracts/index.ts';
import { Icon } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { CONDITIONS, conditionsMet } from './chat-conditions.ts';
import { snippetWords } from './words.ts';

/** Whether the chat gets a snippet, and which of the conditions are met. */
export function ChatChecklist({ snippet }: { snippet: SnippetView }) {
  const t = useText(snippetWords);
  const met = conditionsMet(snippet);
  const count = CONDITIONS.filter((condition) => met[condition]).length;
  return (
    <section aria-labelledby="in-chat">
      <h2 className="v-h" id="in-chat">
        {t.inChat}
      </h2>
      <p>
        {count === CONDITIONS.length ? t.inChatYes : t.inChatNot(count, CONDITIONS.length)}{' '}
        {snippet.mayMark && <Link to="/administration/snippets/uses">{t.inChatChange}</Link>}
      </p>
      <ul className="v-effects">
        {CONDITIONS.map((condition) => (
          <li key={condition}>
            <Icon name={met[condition] ? 'ok' : 'bad'} size="sm" />
            <span>
              {t.conditions[condition]}{' '}
              <span className="v-caption">{met[condition] ? t.holds : t.missing}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
