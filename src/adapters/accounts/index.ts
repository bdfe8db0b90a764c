export {
  createAccounts,
  passwords,
  type AccountsDependencies,
  type AccountsOptions,
  type SignInDatabase,
} from './sign-in.ts';
export { discoverOidc, type OidcAccess } from './oidc-discovery.ts';
