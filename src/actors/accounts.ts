/** Signing in and staying signed in. */
export interface Accounts {
  /**
   * Answers a request below `/api/auth/`: `POST sign-in/email` {email, password}, `POST sign-out`, `GET get-session`,
   * `POST change-password` {currentPassword, newPassword}, which ends every other session, `POST sign-in/elsewhere` {provider, next}
   * and the way back from there. Errors have the body every other error of the API has. `clientAddress` is the address of the
   * connection, never a header a client may write; sign-in attempts are limited by it.
   */
  handle(request: Request, clientAddress: string): Promise<Response>;
  /** Who a request is from, by its session cookie; `null` when nobody is signed in. Does not say what the user may do. */
  session(headers: Headers): Promise<string | null>;
  /** Which of somebody's sessions a request is of; `null` when nobody is signed in. */
  sessionId(headers: Headers): Promise<string | null>;
  /**
   * Signs in and answers with the session cookie; used right after a password was set by a link, so it is not rate-limited.
   * `from`: the browser as it calls itself, and the address of the connection, for the list of sessions.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    from?: { readonly userAgent: string; readonly clientAddress: string },
  ): Promise<Response>;
}

/** How passwords are kept. */
export interface Passwords {
  hash(password: string): Promise<string>;
}
