import { z } from 'zod';

const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type SettingValue = z.infer<typeof SettingValue>;

/** One setting as it stands. All are read once, when the server starts. */
export const SettingView = z.object({
  /** As the settings file writes it, such as `server.port`. */
  name: z.string(),
  /** `null` = not set. Of a secret, only whether there is one. */
  value: SettingValue,
  default: SettingValue,
  unit: z.enum(['none', 'days', 'hours', 'seconds', 'bytes', 'characters', 'tokens']),
  source: z.enum(['default', 'file', 'environment']),
  /** The environment variable that sets it; `null` = only the file does. */
  variable: z.string().nullable(),
  isSecret: z.boolean(),
});
export type SettingView = z.infer<typeof SettingView>;
