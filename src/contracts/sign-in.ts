import { z } from 'zod';

const Name = z.string().trim().min(1).max(120);
const Text = z.string().trim().min(1).max(500);

/** Part of the address a provider sends people back to, so it never changes. */
const ProviderId = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    'up to 40 small letters, digits and hyphens, a letter or digit first and last',
  );

/** Whoever has this value in the provider's claim is a member of this group, and nobody else is by way of the provider. */
export const ClaimedGroup = z.strictObject({ value: Text, groupId: Text });
export type ClaimedGroup = z.infer<typeof ClaimedGroup>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/,
    'the end of an address without @, such as example.org',
  );

/** How people sign in with accounts they have elsewhere (OpenID Connect). */
const ProviderFields = z.strictObject({
  /** On the button. */
  name: Name,
  /** Its discovery document lies below, at `/.well-known/openid-configuration`. */
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  clientId: Text,
  /** Written, never shown; `null` takes a stored one away. */
  clientSecret: z.string().min(1).max(2_000).nullable(),
  /** Environment variable that holds the secret when none is stored. */
  secretVariable: z
    .string()
    .regex(/^VOUCH_KEY_[A-Z0-9_]{1,60}$/, 'the name of a variable such as VOUCH_KEY_SIGN_IN')
    .nullable(),
  /** Asked for beside `openid`. Default `profile email`. */
  scopes: z.array(Text.regex(/^[^\s"\\]+$/, 'one word without quotes')).max(20),
  /** Ends of e-mail addresses that may enter; none = every one. */
  emailDomains: z.array(Domain).max(50),
  /**
   * The provider gives out only e-mail addresses it has checked, so that one it says nothing about (no `email_verified`) links
   * as a verified one does. An address it denies never links. Default no.
   */
  emailsAreChecked: z.boolean(),
  /** Somebody nobody invited gets an account, without any right of its own. Default no. */
  admitsUnknown: z.boolean(),
  /** Claim that names groups or roles; dots lead into objects. `null` = groups are kept here alone. */
  groupsClaim: Text.nullable(),
  groupMap: z.array(ClaimedGroup).max(100),
  /** Value of that claim that makes an administrator, and whose absence takes it away. `null` = nobody by a claim. */
  administratorValue: Text.nullable(),
  isActive: z.boolean(),
});

/** `POST /api/sign-in-providers`. */
export const AddSignInProvider = ProviderFields.partial()
  .required({
    name: true,
    issuer: true,
    clientId: true,
  })
  .extend({ id: ProviderId });
export type AddSignInProvider = z.infer<typeof AddSignInProvider>;

/** `PUT /api/sign-in-providers/:id`: what is left out stays. A new issuer ends every link to the old one. */
export const ChangeSignInProvider = ProviderFields.partial();
export type ChangeSignInProvider = z.infer<typeof ChangeSignInProvider>;

/** A provider as administrators see it. Nothing of its secret is part of it. */
export const SignInProviderView = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** Where the secret comes from; `missing`: its variable is not set; `none`: a client without one. */
  secret: z.enum(['stored', 'environment', 'missing', 'none']),
  secretVariable: z.string().nullable(),
  scopes: z.array(z.string()).readonly(),
  emailDomains: z.array(z.string()).readonly(),
  emailsAreChecked: z.boolean(),
  admitsUnknown: z.boolean(),
  groupsClaim: z.string().nullable(),
  groupMap: z.array(ClaimedGroup).readonly(),
  administratorValue: z.string().nullable(),
  isActive: z.boolean(),
  /** What has to be entered at the provider. */
  redirectUrl: z.string(),
  /** How many people enter by it. */
  people: z.number().int(),
});
export type SignInProviderView = z.infer<typeof SignInProviderView>;

/** `POST /api/sign-in-providers/:id/test`: whether the provider can be reached and says what is needed. */
export const SignInProviderTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** What it lists as told about people lacks `email_verified`, and nobody said that its addresses are checked: it links nobody. */
  mayLinkNobody: z.boolean(),
});
export type SignInProviderTest = z.infer<typeof SignInProviderTest>;

/** `GET /api/people/:id/sign-in-links`, `GET /api/me/sign-in-links`: an account elsewhere somebody enters with. */
export const SignInLink = z.object({
  /** Of the provider. */
  provider: z.string(),
  name: z.string(),
  linkedAtMs: z.number().int(),
  /** There is neither a password nor an account of another provider that is switched on. */
  isOnlyWay: z.boolean(),
});
export type SignInLink = z.infer<typeof SignInLink>;

/** `GET /api/sign-in-choices`: the buttons of the sign-in page. Public. */
export const SignInChoice = z.object({ id: z.string(), name: z.string() });
export type SignInChoice = z.infer<typeof SignInChoice>;

/** `POST /api/auth/sign-in/elsewhere`: begins to sign in with a provider. Public. */
export const StartSignIn = z.strictObject({
  provider: ProviderId,
  /** Where to go on afterwards, inside this application. Default its start. */
  next: z
    .string()
    .max(2_000)
    .regex(/^\/(?![/\\])/, 'a path of this application that begins with one /')
    .optional(),
});
export type StartSignIn = z.infer<typeof StartSignIn>;

/** Its answer: where the browser goes. */
export const SignInElsewhere = z.object({ url: z.url({ protocol: /^https?$/ }) });
export type SignInElsewhere = z.infer<typeof SignInElsewhere>;

/** Why somebody who came back from a provider is not signed in; `?problem=` of the sign-in page. */
export const SignInProblem = z.enum([
  /** The provider does not answer, or not as it should. */
  'provider_down',
  /** Its settings here or there are wrong: the secret, the redirect address. */
  'provider_settings',
  /** There is no such provider, or it is switched off. */
  'provider_unknown',
  /** Somebody said no there. */
  'refused_there',
  /** The answer belongs to no sign-in of this browser, or came too late. */
  'expired',
  /** Signature, issuer, audience, time or nonce of what the provider said do not hold. */
  'not_verified',
  'email_missing',
  /** The provider says that the address is not verified. */
  'email_unverified',
  /** The provider does not say whether the address is verified. */
  'email_unsaid',
  'email_domain',
  /** The account here is linked to another account there. */
  'linked_otherwise',
  'person_unknown',
  'person_disabled',
  'unexpected',
]);
export type SignInProblem = z.infer<typeof SignInProblem>;
