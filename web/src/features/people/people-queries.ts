import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  AccessPreview,
  ErasurePlan,
  GroupView,
  InvitedPerson,
  NewApiKey,
  PasswordLink,
  PasswordLinkState,
  PeopleAuditEntry,
  PeopleOverview,
  PersonalExport,
  PersonView,
  ServiceAccountView,
  SessionView,
  SignInLink,
  SignInProviderTest,
  SignInProviderView,
  type AddApiKey,
  type AddGroup,
  type AddPerson,
  type AddServiceAccount,
  type AddSignInProvider,
  type ChangePerson,
  type ChangeServiceAccount,
  type ChangeSignInProvider,
} from '../../../../src/contracts/index.ts';
import { request, requestAs } from '../../lib/request.ts';

const sent = (method: 'POST' | 'PUT', body: unknown = {}) => ({ method, body }) as const;
const person = (id: string) => `/api/people/${encodeURIComponent(id)}`;
const group = (id: string) => `/api/groups/${encodeURIComponent(id)}`;
const provider = (id: string) => `/api/sign-in-providers/${encodeURIComponent(id)}`;
const account = (id: string) => `/api/service-accounts/${encodeURIComponent(id)}`;

/** What the server offers for people, one function a route. All of them throw `ApiError`. */
export const peopleApi = {
  invite: (body: AddPerson) => requestAs(InvitedPerson, '/api/people', sent('POST', body)),
  change: (id: string, body: ChangePerson) => requestAs(PersonView, person(id), sent('PUT', body)),
  link: (id: string) => requestAs(PasswordLink, `${person(id)}/link`, sent('POST')),
  seeAs: (id: string) => requestAs(AccessPreview, `${person(id)}/see-as`, sent('POST')),
  signOut: (id: string) => request(`${person(id)}/sessions`, { method: 'DELETE' }),
  resetFactor: (id: string) =>
    requestAs(PersonView, `${person(id)}/two-factor`, { method: 'DELETE' }),
  data: (id: string) => requestAs(PersonalExport, `${person(id)}/data`, sent('POST')),
  erase: (id: string, email: string) =>
    requestAs(ErasurePlan, `${person(id)}/erasure`, sent('POST', { email })),
  addGroup: (body: AddGroup) => requestAs(GroupView, '/api/groups', sent('POST', body)),
  changeGroup: (id: string, body: AddGroup) => requestAs(GroupView, group(id), sent('PUT', body)),
  removeGroup: (id: string) => request(group(id), { method: 'DELETE' }),
  addAccount: (body: AddServiceAccount) =>
    requestAs(ServiceAccountView, '/api/service-accounts', sent('POST', body)),
  changeAccount: (id: string, body: ChangeServiceAccount) =>
    requestAs(ServiceAccountView, account(id), sent('PUT', body)),
  addKey: (id: string, body: AddApiKey) =>
    requestAs(NewApiKey, `${account(id)}/keys`, sent('POST', body)),
  revokeKey: (id: string, key: string) =>
    request(`${account(id)}/keys/${encodeURIComponent(key)}`, { method: 'DELETE' }),
  endLink: (id: string, providerId: string) =>
    request(`${person(id)}/sign-in-links/${encodeURIComponent(providerId)}`, { method: 'DELETE' }),
  addProvider: (body: AddSignInProvider) =>
    requestAs(SignInProviderView, '/api/sign-in-providers', sent('POST', body)),
  changeProvider: (id: string, body: ChangeSignInProvider) =>
    requestAs(SignInProviderView, provider(id), sent('PUT', body)),
  removeProvider: (id: string) => request(provider(id), { method: 'DELETE' }),
  testProvider: (id: string) => requestAs(SignInProviderTest, `${provider(id)}/test`, sent('POST')),
};

/** What anybody may do about the own account. */
export const accountApi = {
  linkState: (token: string, signal: AbortSignal) =>
    requestAs(PasswordLinkState, '/api/password-link/state', {
      ...sent('POST', { token }),
      signal,
    }),
  useLink: (token: string, password: string) =>
    request('/api/password-link', sent('POST', { token, password })),
  changePassword: (currentPassword: string, newPassword: string) =>
    request('/api/auth/change-password', sent('POST', { currentPassword, newPassword })),
  endSession: (id: string) =>
    request(`/api/me/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  data: () => requestAs(PersonalExport, '/api/me/data', sent('POST')),
  endLink: (providerId: string) =>
    request(`/api/me/sign-in-links/${encodeURIComponent(providerId)}`, { method: 'DELETE' }),
  endOthers: () => request('/api/me/sessions', { method: 'DELETE' }),
};

export const peopleQueries = {
  overview: () =>
    queryOptions({
      queryKey: ['people'],
      queryFn: ({ signal }) => requestAs(PeopleOverview, '/api/people', { signal }),
    }),
  sessions: (id: string) =>
    queryOptions({
      queryKey: ['people', 'sessions', id],
      queryFn: ({ signal }) =>
        requestAs(z.array(SessionView), `${person(id)}/sessions`, { signal }),
    }),
  signInLinks: (id: string) =>
    queryOptions({
      queryKey: ['people', 'sign-in-links', id],
      queryFn: ({ signal }) =>
        requestAs(z.array(SignInLink), `${person(id)}/sign-in-links`, { signal }),
    }),
  accounts: () =>
    queryOptions({
      queryKey: ['people', 'accounts'],
      queryFn: ({ signal }) =>
        requestAs(z.array(ServiceAccountView), '/api/service-accounts', { signal }),
    }),
  erasure: (id: string) =>
    queryOptions({
      queryKey: ['people', 'erasure', id],
      queryFn: ({ signal }) => requestAs(ErasurePlan, `${person(id)}/erasure`, { signal }),
    }),
  providers: () =>
    queryOptions({
      queryKey: ['people', 'providers'],
      queryFn: ({ signal }) =>
        requestAs(z.array(SignInProviderView), '/api/sign-in-providers', { signal }),
    }),
  audit: () =>
    queryOptions({
      queryKey: ['people', 'audit'],
      queryFn: ({ signal }) =>
        requestAs(z.array(PeopleAuditEntry), '/api/people-audit', { signal }),
    }),
  ownSessions: () =>
    queryOptions({
      queryKey: ['me', 'sessions'],
      queryFn: ({ signal }) => requestAs(z.array(SessionView), '/api/me/sessions', { signal }),
    }),
  ownSignInLinks: () =>
    queryOptions({
      queryKey: ['me', 'sign-in-links'],
      queryFn: ({ signal }) => requestAs(z.array(SignInLink), '/api/me/sign-in-links', { signal }),
    }),
  link: (token: string) =>
    queryOptions({
      queryKey: ['password-link', token],
      queryFn: ({ signal }) => accountApi.linkState(token, signal),
    }),
};

/** A change after which everything about people is read again: also when it was refused. */
export function usePeopleChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
    onSuccess: (output) => {
      onDone?.(output);
    },
  });
}
