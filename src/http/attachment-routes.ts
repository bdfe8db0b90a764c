import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { tooLarge } from '../chat/index.ts';
import { MAX_ATTACHMENT_BYTES } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** The one request whose body is a file. */
const UPLOAD = /^\/api\/conversations\/[^/]+\/attachments$/;

export function isUpload(method: string, path: string): boolean {
  return method === 'POST' && UPLOAD.test(path);
}

/**
 * Files for the next message. The body is the file as it is. Only images are served again, as what draws them: under the
 * type they were found to be, which a browser may not guess otherwise, and with nothing allowed that a document might do.
 */
export function attachmentRoutes({ chat }: Pick<HttpDeps, 'chat'>): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.post(
    '/conversations/:uuid/attachments',
    bodyLimit({
      maxSize: MAX_ATTACHMENT_BYTES,
      onError: () => {
        throw tooLarge();
      },
    }),
    async (context) => {
      const uuid = context.req.param('uuid');
      const name = context.req.query('name') ?? '';
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      return context.json(await chat.attach(context.get('person'), uuid, { name, bytes }), 201);
    },
  );

  routes.get('/conversations/:uuid/attachments/:attachment', async (context) => {
    const { uuid, attachment } = context.req.param();
    const { name, mediaType, bytes } = await chat.image(context.get('person'), uuid, attachment);
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': mediaType,
      'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });

  routes.delete('/conversations/:uuid/attachments/:attachment', async (context) => {
    const { uuid, attachment } = context.req.param();
    return context.json(await chat.detach(context.get('person'), uuid, attachment));
  });

  return routes;
}
