/** An image as a format carries it; `null`: the format does not say what it is. */
export interface WireImage {
  readonly mediaType: string | null;
  readonly data: string;
}

/** How files of these types begin, in hexadecimal. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/u,
  'image/jpeg': /^ffd8ff/u,
  'image/gif': /^4749463837|^4749463839/u,
  'image/webp': /^52494646.{8}57454250/u,
};

/** The image of an address that holds its data itself. */
export function imageOfUrl(url: unknown): WireImage {
  const [, mediaType = '', data = ''] =
    /^data:([^;,]*);base64,(.*)$/su.exec(typeof url === 'string' ? url : '') ?? [];
  return { mediaType, data };
}

/** What real servers refuse of images: other types, and data that is not what it is said to be. */
export function imageFaults(images: readonly WireImage[]): readonly string[] {
  return images.flatMap(({ mediaType, data }) => {
    const begin = Buffer.from(data, 'base64').subarray(0, 12).toString('hex');
    const types = mediaType === null ? Object.keys(SIGNATURES) : [mediaType];
    return types.some((type) => SIGNATURES[type]?.test(begin) === true)
      ? []
      : [`Unsupported or invalid image: ${mediaType ?? 'no known type'}.`];
  });
}
