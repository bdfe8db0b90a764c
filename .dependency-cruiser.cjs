const DOMAIN = ['base', 'contracts', 'actors', 'skills', 'prompts', 'models', 'tools', 'content'];

/**
 * The architecture, one line a folder: what it may import besides itself.
 * Read top to bottom, it is also the order in which to read the code.
 */
const mayImport = {
  base: [],
  contracts: ['base'],
  actors: ['base', 'contracts'],
  skills: ['base', 'contracts', 'actors'],
  prompts: ['base', 'contracts', 'actors', 'skills'],
  models: ['base', 'contracts', 'actors'],
  tools: ['base', 'contracts', 'actors', 'models'],
  content: ['base', 'contracts', 'actors', 'tools'],
  runs: ['base', 'contracts', 'actors', 'skills', 'prompts', 'models', 'tools', 'content'],
  tasks: [...DOMAIN, 'runs'],
  chat: [...DOMAIN, 'runs'],
  client: ['contracts'],
  webhooks: ['base', 'contracts', 'actors'],
  'adapters/storage': [...DOMAIN, 'runs', 'tasks', 'chat', 'webhooks'],
  'adapters/queue': ['base', 'contracts', 'runs', 'chat'],
  'adapters/mcp': ['base', 'contracts', 'tools'],
  'adapters/models': ['base', 'contracts', 'models', 'content'],
  'adapters/markdown': ['base', 'contracts', 'actors', 'content'],
  'adapters/accounts': ['base', 'contracts', 'actors'],
  'adapters/github': ['base', 'contracts', 'skills'],
  'adapters/attachments': ['base', 'contracts', 'chat'],
  http: [...DOMAIN, 'runs', 'tasks', 'chat', 'webhooks'],
  testing: [...DOMAIN, 'runs', 'tasks', 'chat'],
  app: [...DOMAIN, 'runs', 'tasks', 'chat', 'webhooks', 'adapters/[^/]+', 'http'],
  cli: ['base', 'contracts', 'app'],
};
const TESTS = '\\.test\\.tsx?$';
const FOLDER = '^src/((?:adapters/)?[^/]+)/';
const folders = Object.keys(mayImport);

module.exports = {
  forbidden: [
    ...folders.map((folder) => ({
      name: `${folder}: imports only what it may`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: TESTS },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...mayImport[folder]].join('|')})/` },
    })),
    {
      name: 'every folder of src is in the map',
      severity: 'error',
      from: { path: FOLDER, pathNot: `^src/(${folders.join('|')})/` },
      to: {},
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'enter a folder by its index.ts',
      severity: 'error',
      from: { path: FOLDER, pathNot: TESTS },
      to: { path: FOLDER, pathNot: ['^src/$1/', '/index\\.ts$'] },
    },
    {
      name: 'the web sees only contracts',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: '^src/contracts/' },
    },
    {
      name: 'base, contracts and client run in a browser',
      severity: 'error',
      from: { path: '^src/(base|contracts|client)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'commands load the program once they need it, so that help answers at once',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: ['^src/cli/open\\.ts$', TESTS] },
      to: { path: '^src/app/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'SQL only in adapters/storage',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/storage/', TESTS] },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    },
    {
      name: 'Hono only in http and the two places that start it',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(http|app|cli)/', TESTS] },
      to: { path: 'node_modules/(hono|@hono)/' },
    },
    {
      name: 'nothing ships test code',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', TESTS] },
      to: { path: ['^src/testing/', TESTS] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.src.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
