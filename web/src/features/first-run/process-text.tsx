import { withVisibleCharacters } from '../../../../src/contracts/index.ts';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import { Icon, ToolName } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';

/** Everything that is digested: name, description, body and the tools it names, as people read it or as it is stored. */
export function ProcessText({ review, view }: { review: SkillReview; view: 'text' | 'stored' }) {
  const t = useText(strings);
  const { name, description, body } = review.version;
  return (
    // It scrolls, so it must be reachable by keyboard.
    <div className="v-doc" tabIndex={0} role="region" aria-label={t.processText}>
      <p className="v-caption v-doc__source">
        {review.skill.source.title === 'Vouch' ? t.bundled : review.skill.source.title} ·{' '}
        {t.lines(body.split('\n').length)}
      </p>
      {view === 'text' ? (
        <>
          <h2>{withVisibleCharacters(name)}</h2>
          <p className="v-muted">{withVisibleCharacters(description)}</p>
          <Markdown everything className="v-doc__body" source={body} headingLevel={2} />
        </>
      ) : (
        <pre className="v-doc__stored">
          {withVisibleCharacters(`${name}\n\n${description}\n\n${body}`)}
        </pre>
      )}
      <h3>{t.mayUse}</h3>
      <ul className="v-tools v-doc__tools">
        {review.tools.map((tool) => (
          <li key={tool.name} data-unknown={tool.exists ? undefined : true}>
            <Icon name={tool.exists ? 'check' : 'alert'} size="sm" />
            <code>
              <ToolName name={withVisibleCharacters(tool.name)} isPlain />
            </code>
            <span className="v-caption">
              {tool.exists ? (isRead(tool.effect) ? t.reads : t.writes) : t.unknownTool}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isRead = (effect: string | null) => effect === null || effect === 'read_only';
