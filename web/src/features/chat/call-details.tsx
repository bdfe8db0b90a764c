import type { PendingCall } from '../../../../src/contracts/index.ts';
import { ToolName } from '../../components/tool-name.tsx';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';

/** A call that changes no field we could show: its preview in the host's words, else the values it would get. */
export function CallDetails({ call }: { call: PendingCall }) {
  const t = useText(cardWords);
  const { lines } = call.preview;
  return (
    <div className="v-proposal__part v-call">
      <p className="v-proposal__name">
        {t.calls}: <ToolName name={call.tool} />
      </p>
      {lines.length > 0 ? (
        <ul className="v-call__lines">
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      ) : (
        <dl className="v-facts" aria-label={t.arguments}>
          {Object.entries(call.arguments).map(([name, value]) => (
            <div key={name} className="v-call__value">
              <dt className="v-mono">{name}</dt>
              <dd className="v-mono">
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
