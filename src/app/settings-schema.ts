import { z } from 'zod';
import { PrivacyLevel, ProviderKind, TrustLevel, TrustZone } from '../contracts/index.ts';
import { siteShape } from './site-settings.ts';

const count = z.number().int().positive();
const address = z.url({
  protocol: /^https?$/,
  error: 'an address such as https://vouch.example.org, with http:// or https:// before it',
});
/** 0 = for good. */
const days = z.number().int().min(0).max(36_500);

/** The settings file as written: every key may be left out, an unknown key is refused. */
export const SettingsFile = z.strictObject({
  dataDir: z.string().min(1).optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  server: z
    .strictObject({
      host: z.string().min(1).optional(),
      port: z.number('a port: a number from 0 to 65535').int().min(0).max(65535).optional(),
      baseUrl: address.optional(),
      embedOrigins: z.array(address).optional(),
      sessionDays: count.optional(),
      signInAttemptsPerMinute: count.optional(),
      invitationDays: count.optional(),
      resetHours: count.optional(),
    })
    .optional(),
  database: z
    .strictObject({
      dialect: z.enum(['sqlite', 'postgres']).optional(),
      file: z.string().min(1).optional(),
      synchronous: z.enum(['full', 'normal', 'off']).optional(),
      url: z
        .url({
          protocol: /^postgres(ql)?$/,
          error: 'an address such as postgres://user:password@host:5432/database',
        })
        .optional(),
      connections: count.optional(),
    })
    .optional(),
  content: z
    .strictObject({
      root: z.string().min(1).optional(),
      siteName: z.string().min(1).optional(),
      watch: z.enum(['on', 'off']).optional(),
      git: z.enum(['off', 'change', 'tour']).optional(),
      ...siteShape,
    })
    .optional(),
  model: z
    .strictObject({
      provider: z.enum(['checklist', ...ProviderKind.options]).optional(),
      model: z.string().min(1).optional(),
      baseUrl: address.optional(),
      contextWindowTokens: count.optional(),
      images: z.enum(['none', 'shown']).optional(),
      trustZone: TrustZone.optional(),
    })
    .optional(),
  models: z
    .strictObject({ privateAddresses: z.enum(['none', 'loopback', 'private']).optional() })
    .optional(),
  signIn: z
    .strictObject({ privateAddresses: z.enum(['none', 'loopback', 'private']).optional() })
    .optional(),
  mcp: z
    .strictObject({
      commands: z.enum(['refused', 'allowed']).optional(),
      privateAddresses: z.enum(['none', 'loopback', 'private']).optional(),
      callsPerSegment: count.optional(),
      maxTools: count.optional(),
      maxPages: count.optional(),
    })
    .optional(),
  webhooks: z
    .strictObject({ privateAddresses: z.enum(['none', 'loopback', 'private']).optional() })
    .optional(),
  skills: z
    .strictObject({
      minTrustLevel: TrustLevel.optional(),
      instructionTrustLevel: TrustLevel.optional(),
      maxBytes: count.optional(),
      syncMaxFiles: count.optional(),
      syncMaxSeconds: count.optional(),
    })
    .optional(),
  work: z
    .strictObject({
      concurrency: count.optional(),
      stopSeconds: count.optional(),
      leaseSeconds: z.number().int().min(10).optional(),
    })
    .optional(),
  privacy: z
    .strictObject({
      level: PrivacyLevel.optional(),
      retentionDays: days.optional(),
      runDays: days.optional(),
      stepDays: days.optional(),
      taskDays: days.optional(),
      usageDays: z
        .number()
        .int()
        .max(36_500)
        .refine(
          (given) => given === 0 || given >= 32,
          '0 (for good), or at least 32: budgets count whole months',
        )
        .optional(),
    })
    .optional(),
  metrics: z.strictObject({ token: z.string().min(16).optional() }).optional(),
  telemetry: z.strictObject({ traces: z.boolean().optional() }).optional(),
  chat: z
    .strictObject({
      maxMessageCharacters: count.optional(),
      maxActivePerUser: count.optional(),
      maxConversationsPerUser: count.optional(),
      archiveAfterDays: count.optional(),
      deleteArchivedAfterDays: count.optional(),
      maxAttachmentCharacters: count.optional(),
      maxAttachmentPages: count.optional(),
    })
    .optional(),
});
export type SettingsFile = z.infer<typeof SettingsFile>;

/** Environment variables and the setting each overrides; `number` where the text is read as one, `list` where commas part it. */
export const ENVIRONMENT: Readonly<
  Record<string, readonly [path: string, kind?: 'number' | 'list']>
> = {
  VOUCH_DATA_DIR: ['dataDir'],
  VOUCH_LOG_LEVEL: ['logLevel'],
  VOUCH_HOST: ['server.host'],
  VOUCH_PORT: ['server.port', 'number'],
  VOUCH_BASE_URL: ['server.baseUrl'],
  VOUCH_EMBED_ORIGINS: ['server.embedOrigins', 'list'],
  VOUCH_DATABASE_FILE: ['database.file'],
  VOUCH_DATABASE_URL: ['database.url'],
  VOUCH_DATABASE_SYNCHRONOUS: ['database.synchronous'],
  VOUCH_CONTENT_ROOT: ['content.root'],
  VOUCH_SITE_NAME: ['content.siteName'],
  VOUCH_CONTENT_WATCH: ['content.watch'],
  VOUCH_CONTENT_GIT: ['content.git'],
  VOUCH_CONTENT_PROFILE: ['content.profile'],
  VOUCH_CONTENT_FOLDERS: ['content.folders', 'list'],
  VOUCH_CONTENT_LANGUAGE: ['content.defaultLanguage'],
  VOUCH_MODEL_PROVIDER: ['model.provider'],
  VOUCH_MODEL: ['model.model'],
  VOUCH_MODEL_BASE_URL: ['model.baseUrl'],
  VOUCH_MODEL_IMAGES: ['model.images'],
  VOUCH_MODEL_TRUST_ZONE: ['model.trustZone'],
  VOUCH_MODELS_PRIVATE_ADDRESSES: ['models.privateAddresses'],
  VOUCH_SIGN_IN_PRIVATE_ADDRESSES: ['signIn.privateAddresses'],
  VOUCH_MCP_COMMANDS: ['mcp.commands'],
  VOUCH_MCP_PRIVATE_ADDRESSES: ['mcp.privateAddresses'],
  VOUCH_WEBHOOKS_PRIVATE_ADDRESSES: ['webhooks.privateAddresses'],
  VOUCH_SKILLS_MIN_TRUST_LEVEL: ['skills.minTrustLevel'],
  VOUCH_SKILLS_INSTRUCTION_TRUST_LEVEL: ['skills.instructionTrustLevel'],
  VOUCH_PRIVACY_LEVEL: ['privacy.level'],
  VOUCH_PRIVACY_RETENTION_DAYS: ['privacy.retentionDays', 'number'],
  VOUCH_PRIVACY_RUN_DAYS: ['privacy.runDays', 'number'],
  VOUCH_PRIVACY_STEP_DAYS: ['privacy.stepDays', 'number'],
  VOUCH_PRIVACY_TASK_DAYS: ['privacy.taskDays', 'number'],
  VOUCH_PRIVACY_USAGE_DAYS: ['privacy.usageDays', 'number'],
  VOUCH_WORK_CONCURRENCY: ['work.concurrency', 'number'],
  VOUCH_WORK_STOP_SECONDS: ['work.stopSeconds', 'number'],
  VOUCH_METRICS_TOKEN: ['metrics.token'],
  VOUCH_SKILLS_MAX_BYTES: ['skills.maxBytes', 'number'],
};
