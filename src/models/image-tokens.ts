import type { ImageRef } from './chat-model.ts';

/** Providers make larger images smaller: longer sides than this cost no more. */
const LONGEST_SIDE = 1_568;
const PIXELS_A_TOKEN = 750;
const LEAST_TOKENS = 85;

/**
 * Tokens of an image: width × height ÷ 750 once its longer side fits 1,568 pixels, at least 85. Providers count differently;
 * this is the dearest of the common ways, and what they report corrects it as it does the rest (facts §6).
 */
export function imageTokens({ width, height }: Pick<ImageRef, 'width' | 'height'>): number {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return Math.max(LEAST_TOKENS, (width * height * scale * scale) / PIXELS_A_TOKEN);
}
