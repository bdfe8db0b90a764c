import { z } from 'zod';

/** What a model service speaks: one of the wire formats, at its maker's address or another one. */
export const ProviderKind = z.enum([
  'openai',
  'openai-responses',
  'openai-compatible',
  'anthropic',
  'google',
  'ollama',
  'mistral',
  'openrouter',
  'azure',
]);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** How far a service is trusted with data, from most to least (facts §3). */
export const TrustZone = z.enum(['local', 'privateHosted', 'externalEu', 'externalGlobal']);
export type TrustZone = z.infer<typeof TrustZone>;

const Identifier = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,62}$/,
    'up to 63 small letters, digits, hyphens and underscores, a letter or digit first',
  );
const Name = z.string().trim().min(1).max(255);
const Address = z.url({ protocol: /^https?$/ }).max(2_048);
const Key = z.string().trim().min(1).max(4_096);
const Count = z.number().int().positive();
/** In hundredths of the currency, for a million tokens. */
const Price = z.number().nonnegative().max(1_000_000);

/** A model of a provider. */
export const ModelView = z.object({
  uid: z.number().int(),
  /** What a configuration names it by: the provider's identifier, a slash, the provider's name of the model. */
  reference: z.string(),
  modelId: z.string(),
  name: z.string(),
  contextWindowTokens: z.number().int().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  inputCentsPerMillion: z.number().nullable(),
  outputCentsPerMillion: z.number().nullable(),
  /** Whether images of messages are shown to it. */
  seesImages: z.boolean(),
  isActive: z.boolean(),
});
export type ModelView = z.infer<typeof ModelView>;

/** A model service. The key is never part of it. */
export const ProviderView = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  kind: ProviderKind,
  /** `null`: the maker's own. */
  baseUrl: z.string().nullable(),
  address: z.string(),
  /** Where its key comes from. */
  key: z.enum(['stored', 'environment', 'missing', 'none']),
  /** The environment variable that holds the key. */
  keyVariable: z.string().nullable(),
  trustZone: TrustZone,
  silenceSeconds: z.number().int(),
  retries: z.number().int(),
  isActive: z.boolean(),
  models: z.array(ModelView),
});
export type ProviderView = z.infer<typeof ProviderView>;

/** A configuration as administrators see it. */
export const ConfigurationView = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  /** `checklist`, `default` (what the settings name), or a model's reference. */
  model: z.string(),
  systemPrompt: z.string(),
  temperature: z.number().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  maxIterations: z.number().int(),
  allowedGroupIds: z.array(z.string()),
  requireSecondApprover: z.boolean(),
  allowedToolGroups: z.array(z.string()),
  /** Configurations whose models answer when this one's cannot, in order. */
  fallbackIdentifiers: z.array(z.string()),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  /** The least trusted of its model and of those it falls back on. */
  trustZone: TrustZone,
});
export type ConfigurationView = z.infer<typeof ConfigurationView>;

/** Everything about models on one screen. */
export const ModelsOverview = z.object({
  kinds: z.array(
    z.object({
      kind: ProviderKind,
      label: z.string(),
      address: z.string().nullable(),
      needsKey: z.boolean(),
    }),
  ),
  providers: z.array(ProviderView),
  configurations: z.array(ConfigurationView),
  /** What the configurations use that name no model of their own (`default`); `null` = the built-in checklist. */
  settingsModel: z.object({ provider: z.string(), model: z.string() }).nullable(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  toolGroups: z.array(z.string()),
});
export type ModelsOverview = z.infer<typeof ModelsOverview>;

const providerFields = {
  name: Name,
  baseUrl: Address.nullable(),
  /** `null` takes a stored key away; left out, it stays. */
  apiKey: Key.nullable(),
  keyVariable: z
    .string()
    .regex(/^VOUCH_KEY_[A-Z0-9_]{1,60}$/, 'the name of a variable such as VOUCH_KEY_MODELS')
    .nullable(),
  trustZone: TrustZone,
  silenceSeconds: Count.max(3_600),
  retries: z.number().int().min(0).max(10),
  isActive: z.boolean(),
};

/** The trust zone has no default: it is asked for. */
export const AddProvider = z
  .object({ identifier: Identifier, kind: ProviderKind, ...providerFields })
  .partial({
    baseUrl: true,
    apiKey: true,
    keyVariable: true,
    silenceSeconds: true,
    retries: true,
    isActive: true,
  });
export type AddProvider = z.infer<typeof AddProvider>;

/** Only what is named changes. */
export const ChangeProvider = z.object(providerFields).partial();
export type ChangeProvider = z.infer<typeof ChangeProvider>;

const modelFields = {
  name: Name,
  contextWindowTokens: Count.nullable(),
  maxOutputTokens: Count.nullable(),
  inputCentsPerMillion: Price.nullable(),
  outputCentsPerMillion: Price.nullable(),
  seesImages: z.boolean(),
  isActive: z.boolean(),
};

export const AddModel = z
  .object({
    modelId: z.string().trim().min(1).max(255),
    ...modelFields,
    /** `null`, as a provider that does not say: not. */
    seesImages: z.boolean().nullable(),
  })
  .partial({
    name: true,
    contextWindowTokens: true,
    maxOutputTokens: true,
    inputCentsPerMillion: true,
    outputCentsPerMillion: true,
    seesImages: true,
    isActive: true,
  });
export type AddModel = z.infer<typeof AddModel>;

export const ChangeModel = z.object(modelFields).partial();
export type ChangeModel = z.infer<typeof ChangeModel>;

const configurationFields = {
  name: Name,
  model: z.string().trim().min(1).max(320),
  systemPrompt: z.string().max(50_000),
  temperature: z.number().min(0).max(2).nullable(),
  maxOutputTokens: Count.max(1_000_000).nullable(),
  maxIterations: Count.max(20),
  allowedGroupIds: z.array(z.string().min(1).max(64)).max(200),
  requireSecondApprover: z.boolean(),
  allowedToolGroups: z.array(z.string().min(1).max(64)).max(200),
  fallbackIdentifiers: z.array(z.string().min(1).max(64)).max(10),
  isActive: z.boolean(),
  isDefault: z.boolean(),
};

export const AddConfiguration = z
  .object({ identifier: Identifier, ...configurationFields })
  .partial({
    systemPrompt: true,
    temperature: true,
    maxOutputTokens: true,
    maxIterations: true,
    allowedGroupIds: true,
    requireSecondApprover: true,
    allowedToolGroups: true,
    fallbackIdentifiers: true,
    isActive: true,
    isDefault: true,
  });
export type AddConfiguration = z.infer<typeof AddConfiguration>;

export const ChangeConfiguration = z.object(configurationFields).partial();
export type ChangeConfiguration = z.infer<typeof ChangeConfiguration>;

/** Asks a model of the provider to say something short. */
export const TestProvider = z.object({ modelId: z.string().trim().min(1).max(255) });
export type TestProvider = z.infer<typeof TestProvider>;

export const ProviderTest = z.object({
  ok: z.boolean(),
  /** What the model said, or what went wrong, in one sentence. */
  message: z.string(),
  durationMs: z.number().int(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;

/** A model the provider itself names. */
export const DiscoveredModel = z.object({
  modelId: z.string(),
  name: z.string().nullable(),
  contextWindowTokens: z.number().int().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  inputCentsPerMillion: z.number().nullable(),
  outputCentsPerMillion: z.number().nullable(),
  /** Whether it takes images; `null`: the provider does not say. */
  seesImages: z.boolean().nullable(),
});
export type DiscoveredModel = z.infer<typeof DiscoveredModel>;
