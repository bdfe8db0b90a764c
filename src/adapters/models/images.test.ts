import { describe, expect, it } from 'vitest';
import { aGif, aJpeg, aPng, aWebp } from '../../../test/support/made-images.ts';
import { openProvider } from '../../../test/support/provider-models.ts';
import { SHAPES } from '../../../test/support/wire-shapes.ts';
import type { ProviderKind } from '../../contracts/index.ts';
import type { ImageRef, ModelMessage } from '../../models/index.ts';

const image = (id: string, mediaType: string): ImageRef => ({
  id,
  name: `${id}.png`,
  mediaType,
  width: 2,
  height: 2,
  bytes: 9,
});
const BYTES = new Map([
  ['a', aPng(2, 2)],
  ['b', aJpeg(2, 2)],
  ['c', aWebp(2, 2)],
  ['d', aGif(2, 2)],
]);
const IMAGES = [
  image('a', 'image/png'),
  image('b', 'image/jpeg'),
  image('c', 'image/webp'),
  image('d', 'image/gif'),
];
const asked = (images: readonly ImageRef[]): readonly ModelMessage[] => [
  { role: 'user', content: 'What is this?', images },
];
const base64 = (id: string) => Buffer.from(BYTES.get(id) ?? []).toString('base64');
const dataUrl = (id: string, mediaType: string) => `data:${mediaType};base64,${base64(id)}`;

/** How each format carries an image; the others are OpenAI's. */
const CARRIED: Partial<Record<ProviderKind, (id: string, mediaType: string) => unknown>> = {
  'openai-responses': (id, mediaType) => ({
    type: 'input_image',
    image_url: dataUrl(id, mediaType),
  }),
  anthropic: (id, mediaType) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64(id) },
  }),
  google: (id, mediaType) => ({ inlineData: { mimeType: mediaType, data: base64(id) } }),
};
const openAi = (id: string, mediaType: string) => ({
  type: 'image_url',
  image_url: { url: dataUrl(id, mediaType) },
});

/** The parts of the only message, whatever the format calls them. */
function partsOf(body: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const [message] = (body?.['messages'] ??
    body?.['input'] ??
    body?.['contents'] ??
    []) as readonly {
    readonly content?: readonly unknown[];
    readonly parts?: readonly unknown[];
  }[];
  return message?.content ?? message?.parts ?? [];
}

describe.each(SHAPES)('images to %s', (shape) => {
  it('CMP-02 go as parts of the message, after its text, in their order and of their type', async () => {
    const { server, model } = await openProvider(
      shape,
      { script: [{ text: 'Four squares.' }] },
      { seesImages: true },
    );
    expect(model.seesImages).toBe(true);
    const answer = await model.generate({
      messages: asked(IMAGES),
      tools: [],
      imageBytes: BYTES,
    });
    // The server refuses images that are not what they are said to be.
    expect(answer.text).toBe('Four squares.');
    const body = server.requests[0]?.body;
    if (shape === 'ollama') {
      expect(body?.['messages']).toMatchObject([
        { role: 'user', content: 'What is this?', images: ['a', 'b', 'c', 'd'].map(base64) },
      ]);
      return;
    }
    const [text, ...images] = partsOf(body);
    expect(text).toMatchObject({ text: 'What is this?' });
    const carried = CARRIED[shape] ?? openAi;
    expect(images).toMatchObject(
      IMAGES.map(({ id, mediaType }) => carried(id, mediaType) as object),
    );
  });

  it('CMP-02 are not sent to a model that sees none, which is told so; one that is gone is told of too', async () => {
    const blind = await openProvider(shape, { script: [{ text: 'I cannot see it.' }] });
    expect(blind.model.seesImages).toBe(false);
    await blind.model.generate({ messages: asked(IMAGES), tools: [], imageBytes: BYTES });
    const sent = JSON.stringify(blind.server.requests[0]?.body);
    expect(sent).toContain('You cannot see these images');
    expect(sent).not.toContain(base64('a').slice(0, 40));

    const seeing = await openProvider(
      shape,
      { script: [{ text: 'One is gone.' }] },
      { seesImages: true },
    );
    const rest = new Map([...BYTES].filter(([id]) => id !== 'b'));
    await seeing.model.generate({ messages: asked(IMAGES), tools: [], imageBytes: rest });
    const received = JSON.stringify(seeing.server.requests[0]?.body);
    expect(received).toContain('Image 2 is not there any more');
    expect(received).toContain(base64('c'));
  });
});
