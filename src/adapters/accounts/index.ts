export {
  createAccounts,
  passwords,
  type AccountsDependencies,
  type AccountsOptions,
  type SignInDatabase,
} from './sign-in.ts';
export type { ElsewhereDependencies } from './sign-in-elsewhere.ts';
export { discoverOidc, type OidcAccess } from './oidc-discovery.ts';
