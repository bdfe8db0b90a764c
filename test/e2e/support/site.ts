/**
 * A page with four points for the process `seo`: no description, a picture without a text, a picture whose text says
 * nothing, and a link that says “here”.
 */
function garden(title: string): string {
  return `---
title: ${title} # as on the gate
---

# ${title}

![](../images/old-mill.svg)

Behind the mill of ${title} lies a garden that the monks walled in against the wind. Pears grow on its south side, and bees live in the wall. The tools are listed [here](tools.md).

## The paths

![image](../images/stone-well.svg)

Three paths meet at the well of ${title}. The oldest of them is paved with the stones of the chapel.
`;
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="green"/></svg>\n';

/** Pages that have four points each. */
export const GARDENS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'] as const;
export type Garden = (typeof GARDENS)[number];

/** Where a garden's page lies in the site. */
export function fileOf(title: Garden): string {
  return `en/${title.toLowerCase()}.md`;
}

/** A small site with a known number of points on each page. */
export const SITE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GARDENS.map((title) => [fileOf(title), garden(title)])),
  'en/tools.md': `---
title: Tools to borrow
---

# Tools to borrow

Spades, rakes and two wheelbarrows stand in the shed beside the gate. Whoever takes one writes it on the slate.
`,
  'images/old-mill.svg': PICTURE,
  'images/stone-well.svg': PICTURE,
};

/** The file of a garden with the first point of its tour applied: this description in its front matter, nothing else. */
export function withDescription(text: string, description: string): string {
  return text.replace(/^(title: .*\n)/m, (line) => `${line}description: ${description}\n`);
}
