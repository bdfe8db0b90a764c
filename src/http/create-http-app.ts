import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../base/index.ts';
import { attachmentRoutes, isUpload } from './attachment-routes.ts';
import { conversationKeepingRoutes } from './conversation-keeping-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import {
  embedCors,
  embedFileRoutes,
  embedScope,
  embedTokenRoutes,
  embedWindow,
} from './embed-routes.ts';
import { createEmbedTokens, withEmbedTokens } from './embed-tokens.ts';
import { answerError } from './error-response.ts';
import { requireActor, requireSameOrigin } from './guards.ts';
import { governanceRoutes } from './governance-routes.ts';
import { healthRoutes } from './health-routes.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { ownSessionRoutes, passwordLinkRoutes } from './own-account-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { playgroundRoutes } from './playground-routes.ts';
import { previewFileRoutes, previewRoutes } from './preview-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import type { RouteEnv, Routes } from './route-env.ts';
import { runRoutes } from './run-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { meRoutes, publicSessionRoutes } from './session-routes.ts';
import { serviceAccountRoutes } from './service-account-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { signInChoiceRoutes, signInProviderRoutes } from './sign-in-provider-routes.ts';
import { skillAttachmentRoutes } from './skill-attachment-routes.ts';
import { skillRoutes } from './skill-routes.ts';
import { skillSourceRoutes } from './skill-source-routes.ts';
import { skillTrialRoutes } from './skill-trial-routes.ts';
import { snippetRoutes } from './snippet-routes.ts';
import { staleRunRoutes } from './stale-run-routes.ts';
import { EMBED_SIGN_IN, staticRoutes } from './static-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { toolRoutes } from './tool-routes.ts';
import { tourRoutes } from './tour-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/**
 * The whole of Vouch over HTTP: the API below `/api`, page previews, and the web interface. Everything but signing in,
 * setting up, health and figures, and the interface's own files needs a session; everything that changes state must come from one of
 * our own pages.
 */
export function createHttpApp(given: HttpDeps, options: HttpOptions): Routes {
  const embedOrigins = options.embedOrigins ?? [];
  const tokens = createEmbedTokens(given, embedOrigins);
  const deps: HttpDeps = { ...given, accounts: withEmbedTokens(given.accounts, tokens) };
  const app: Routes = new Hono<RouteEnv>();
  app.onError((error, context) => answerError(deps, error, context));
  app.notFound((context) =>
    answerError(deps, new AppError('not_found', 'There is nothing at this address.'), context),
  );
  app.use('*', securityHeaders({ overHttps: options.baseUrl.startsWith('https:') }));
  app.use('*', embedCors(embedOrigins));
  app.use(EMBED_SIGN_IN, embedWindow(embedOrigins));
  app.use('*', requireSameOrigin(options, tokens));

  app.route('/', healthRoutes(deps));

  app.use('/api/*', async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
  });
  const limited: MiddlewareHandler<RouteEnv> = bodyLimit({
    maxSize: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    onError: () => {
      throw new AppError('invalid_request', 'The request is too large.');
    },
  });
  // A file has a limit of its own, and is not read before it is known who sends it.
  const limitedUnlessUpload: MiddlewareHandler<RouteEnv> = (context, next) =>
    isUpload(context.req.method, context.req.path) ? next() : limited(context, next);
  app.use('/api/*', limitedUnlessUpload);
  app.route('/api', publicSessionRoutes(deps));
  app.route('/api', passwordLinkRoutes(deps));
  app.route('/api', signInChoiceRoutes(deps));
  app.use('/api/*', embedScope(tokens));
  app.use('/api/*', requireActor(deps));
  for (const routes of [
    meRoutes(deps, options),
    pageRoutes(deps),
    conversationRoutes(deps, options),
    tourRoutes(deps),
    conversationKeepingRoutes(deps),
    attachmentRoutes(deps),
    skillRoutes(deps),
    skillSourceRoutes(deps),
    skillTrialRoutes(deps, options),
    skillAttachmentRoutes(deps),
    runRoutes(deps),
    staleRunRoutes(deps),
    taskRoutes(deps),
    toolRoutes(deps),
    snippetRoutes(deps),
    modelRoutes(deps),
    mcpRoutes(deps),
    peopleRoutes(deps, options),
    serviceAccountRoutes(deps),
    ownSessionRoutes(deps),
    signInProviderRoutes(deps),
    personalDataRoutes(deps),
    usageRoutes(deps),
    webhookRoutes(deps),
    playgroundRoutes(deps),
    governanceRoutes(deps),
    settingsRoutes(deps),
    embedTokenRoutes(tokens),
    referenceRoutes(),
  ]) {
    app.route('/api', routes);
  }
  app.all('/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  });

  app.route('/', previewFileRoutes());
  app.use('/preview/*', embedScope(tokens));
  app.use('/preview-asset/*', embedScope(tokens));
  app.use('/preview/*', requireActor(deps));
  app.use('/preview-asset/*', requireActor(deps));
  app.route('/', previewRoutes(deps));

  if (options.embedRoot !== undefined) app.route('/', embedFileRoutes(options.embedRoot));
  if (options.webRoot !== null) app.route('/', staticRoutes(deps, options.webRoot));
  return app;
}
