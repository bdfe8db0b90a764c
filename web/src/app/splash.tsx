import { WordMark } from '../components/index.ts';

/** While the application itself is on its way. */
export function Splash() {
  return (
    <div className="v-splash" aria-busy="true">
      <WordMark />
    </div>
  );
}
