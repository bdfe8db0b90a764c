// Loaded before a program of Vouch: sends what it asks of GitHub to the fake on this machine, and lets nothing else out.
const target = process.env['FAKE_GITHUB_URL'];
const real = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input);
  if (!/^(?:api\.github|raw\.githubusercontent)\.com$/.test(url.host)) {
    return Promise.reject(new Error(`not here: ${url.host}`));
  }
  return real(`${target}/${url.host}${url.pathname}${url.search}`, init);
};
