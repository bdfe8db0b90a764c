import { Drawer, Icon, Rich, SealMark } from '../components/index.ts';
import { useText } from '../lib/i18n.tsx';
import { strings } from './strings.ts';

/** What one needs to know to work here, on one sheet. */
export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { help_: t } = useText(strings);
  return (
    <Drawer title={t.title} isOpen={isOpen} onClose={onClose}>
      <div className="v-help">
        <section>
          <h3 className="v-h">{t.tour}</h3>
          <p>
            <Rich text={t.tourText} />
          </p>
        </section>
        <section>
          <h3 className="v-h">{t.answers}</h3>
          <ul>
            {[t.apply, t.variant, t.skipAnswer, t.keep].map((text) => (
              <li key={text}>
                <Rich text={text} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="v-h">{t.seals}</h3>
          <ul className="v-help__seals">
            <li>
              <SealMark state="approved" />
              {t.sealApproved}
            </li>
            <li className="v-seal--pending">
              <SealMark state="not_approved" />
              {t.sealPending}
            </li>
            <li className="v-seal--revoked">
              <SealMark state="revoked" />
              {t.sealRevoked}
            </li>
            <li>
              <Icon name="reference" />
              {t.sealReference}
            </li>
          </ul>
        </section>
        <section>
          <h3 className="v-h">{t.keys}</h3>
          <dl className="v-facts">
            <dt>
              <kbd className="v-kbd">↑</kbd> <kbd className="v-kbd">↓</kbd>{' '}
              <kbd className="v-kbd">←</kbd> <kbd className="v-kbd">→</kbd>
            </dt>
            <dd>{t.keyTree}</dd>
            <dt>
              <kbd className="v-kbd">/</kbd>
            </dt>
            <dd>{t.keySlash}</dd>
            <dt>
              <kbd className="v-kbd">Tab</kbd>
            </dt>
            <dd>{t.keyTab}</dd>
            <dt>
              <kbd className="v-kbd">Esc</kbd>
            </dt>
            <dd>{t.keyEscape}</dd>
          </dl>
        </section>
      </div>
    </Drawer>
  );
}
