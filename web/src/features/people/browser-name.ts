/** What a browser and its system are called, as far as it says. */
export interface BrowserName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Browsers call themselves by others' names too, so the one that others take comes after them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system of a `User-Agent`; a program is called as it calls itself. */
export function browserOf(userAgent: string): BrowserName {
  const said = ([looks]: readonly [RegExp, string]) => looks.test(userAgent);
  const [itself = ''] = userAgent.split('/');
  return {
    browser: BROWSERS.find(said)?.[1] ?? (itself === '' ? null : itself),
    system: SYSTEMS.find(said)?.[1] ?? null,
  };
}
