import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { AppError } from '../base/index.ts';
import { answerError } from './error-response.ts';
import type { HealthDeps } from './health-deps.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/**
 * For whoever runs the process: `/healthz` (is it alive and does its database answer), `/readyz` (send it requests) and
 * `/metrics`, for those who show the token.
 */
export function healthRoutes(deps: HealthDeps): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get('/healthz', async (context) => {
    const healthy = await deps.isHealthy();
    return context.json({ status: healthy ? 'ok' : 'unavailable' }, healthy ? 200 : 503);
  });

  routes.get('/readyz', async (context) => {
    const readiness = (await deps.readiness?.()) ?? {
      database: await deps.isHealthy(),
      otherServers: true,
      stopping: false,
    };
    const ready = readiness.database && readiness.otherServers && !readiness.stopping;
    return context.json({ status: ready ? 'ready' : 'not_ready', ...readiness }, ready ? 200 : 503);
  });

  routes.get('/metrics', async (context) => {
    const { metrics } = deps;
    if (metrics === undefined || metrics === null || !shows(metrics.token, context.req.raw)) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    const { contentType, text } = await metrics.read();
    return context.body(text, 200, { 'Content-Type': contentType });
  });

  return routes;
}

/** Those routes alone, for a process that serves nobody else. */
export function createHealthApp(deps: HealthDeps & Pick<HttpDeps, 'log'>): Routes {
  const app: Routes = new Hono<RouteEnv>();
  app.onError((error, context) => answerError(deps, error, context));
  app.notFound((context) =>
    answerError(deps, new AppError('not_found', 'There is nothing at this address.'), context),
  );
  app.route('/', healthRoutes(deps));
  return app;
}

function shows(token: string, request: Request): boolean {
  const shown = Buffer.from(request.headers.get('Authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}
