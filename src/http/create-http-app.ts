import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../base/index.ts';
import { conversationKeepingRoutes } from './conversation-keeping-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { answerError } from './error-response.ts';
import { requirePerson, requireSameOrigin } from './guards.ts';
import { healthRoutes } from './health-routes.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { modelRoutes } from './model-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { previewFileRoutes, previewRoutes } from './preview-routes.ts';
import type { RouteEnv, Routes } from './route-env.ts';
import { runRoutes } from './run-routes.ts';
import { securityHeaders } from './security-headers.ts';
import { meRoutes, publicSessionRoutes } from './session-routes.ts';
import { skillAttachmentRoutes } from './skill-attachment-routes.ts';
import { skillRoutes } from './skill-routes.ts';
import { skillSourceRoutes } from './skill-source-routes.ts';
import { skillTrialRoutes } from './skill-trial-routes.ts';
import { snippetRoutes } from './snippet-routes.ts';
import { staleRunRoutes } from './stale-run-routes.ts';
import { staticRoutes } from './static-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { tourRoutes } from './tour-routes.ts';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/**
 * The whole of Vouch over HTTP: the API below `/api`, page previews, and the web interface. Everything but signing in,
 * setting up, health and figures, and the interface's own files needs a session; everything that changes state must come from one of
 * our own pages.
 */
export function createHttpApp(deps: HttpDeps, options: HttpOptions): Routes {
  const app: Routes = new Hono<RouteEnv>();
  app.onError((error, context) => answerError(deps, error, context));
  app.notFound((context) =>
    answerError(deps, new AppError('not_found', 'There is nothing at this address.'), context),
  );
  app.use('*', securityHeaders({ overHttps: options.baseUrl.startsWith('https:') }));
  app.use('*', requireSameOrigin(options));

  app.route('/', healthRoutes(deps));

  app.use('/api/*', async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
      onError: () => {
        throw new AppError('invalid_request', 'The request is too large.');
      },
    }),
  );
  app.route('/api', publicSessionRoutes(deps));
  app.use('/api/*', requirePerson(deps));
  for (const routes of [
    meRoutes(deps, options),
    pageRoutes(deps),
    conversationRoutes(deps, options),
    tourRoutes(deps),
    conversationKeepingRoutes(deps),
    skillRoutes(deps),
    skillSourceRoutes(deps),
    skillTrialRoutes(deps, options),
    skillAttachmentRoutes(deps),
    runRoutes(deps),
    staleRunRoutes(deps),
    taskRoutes(deps),
    snippetRoutes(deps),
    modelRoutes(deps),
  ]) {
    app.route('/api', routes);
  }
  app.all('/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.');
  });

  app.route('/', previewFileRoutes());
  app.use('/preview/*', requirePerson(deps));
  app.use('/preview-asset/*', requirePerson(deps));
  app.route('/', previewRoutes(deps));

  if (options.webRoot !== null) app.route('/', staticRoutes(deps, options.webRoot));
  return app;
}
