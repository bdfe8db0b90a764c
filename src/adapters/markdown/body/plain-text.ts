import type { Nodes } from 'mdast';

const BLOCK_PARENTS = new Set([
  'root',
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'footnoteDefinition',
  'containerDirective',
  'mdxJsxFlowElement',
]);

/** What a reader sees of a node: markup, pictures and components removed, blocks on lines of their own. */
export function plainText(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return htmlText(node.value);
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
    case 'definition':
    case 'mdxjsEsm':
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
    case 'yaml':
    case 'thematicBreak':
      return '';
    default: {
      const parts = node.children.map(plainText);
      return BLOCK_PARENTS.has(node.type)
        ? parts.filter((part) => part !== '').join('\n')
        : parts.join('');
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Text of a piece of HTML: tags and comments away, the commonest entities read. */
export function htmlText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .trim();
}
