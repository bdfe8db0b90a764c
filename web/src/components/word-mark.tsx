import { SealMark } from './seal.tsx';

/** The seal and the drawn word. Decorative; the link around it carries the name. */
export function WordMark() {
  return (
    <>
      <SealMark state="approved" />
      <svg className="v-brand__word" viewBox="0 0 76 24" aria-hidden="true">
        <path d="M1.4 4.6 8.6 19.2 16.6 2.6" />
        <circle cx="23.6" cy="14.4" r="5.4" />
        <path d="M33.4 8v7a4.6 4.6 0 0 0 4.6 4.8c2.9 0 4.9-1.9 4.9-4.9V8m0 6v6.9" />
        <path d="M57.2 10.9A5.4 5.4 0 1 0 57.2 17.9" />
        <path d="M62.3 2v18.9m0-6.5c0-3.2 1.9-5.4 4.8-5.4 2.9 0 4.7 1.9 4.7 5.1v6.8" />
      </svg>
    </>
  );
}
