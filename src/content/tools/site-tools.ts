import { excerpt, singleLine } from '../../base/index.ts';
import { errorResult, readResult, type Tool } from '../../tools/index.ts';
import type { ContentHost } from '../host.ts';
import type { PageRules } from '../page-rules.ts';
import { fitting, pageTool, READ, TEXT_CHARACTERS } from './page-tools.ts';

/** The page behind an address, as editors and search engines know it. */
export function resolveUrlTool(host: ContentHost): Tool {
  return {
    ...READ,
    name: 'resolve_url',
    description:
      'Finds the page of this site that is published at an address (`https://…`, `/about/`) or kept at a path (`en/about.md`): its uid, path and title.',
    parameters: {
      type: 'object',
      properties: { url: { type: 'string', minLength: 1, maxLength: 2_000 } },
      required: ['url'],
      additionalProperties: false,
    },
    async execute(args, { actor }) {
      const url = String(args['url']);
      const uid =
        (await host.resolveUrl?.(url, actor)) ??
        (await host.findPage(url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/*/i, ''), actor));
      const content = uid === null ? null : await host.readPage(uid, actor);
      if (content === null) return errorResult('This address leads to no page of the site.');
      const { path, title, language, hidden } = content.page;
      return readResult(JSON.stringify({ uid: content.page.uid, path, title, language, hidden }));
    },
  };
}

/** What the editorial rules find on a page. */
export function findingsTool(host: ContentHost, rules: PageRules): Tool {
  return pageTool(host, {
    name: 'get_page_findings',
    description: `Looks a page over by rule, for readers and search engines: what is missing, too long, doubled, vague or out of order, each with the record and field it is about and, where there is one, a value by rule (\`proposal\`). Rules: ${rules.checks.join(', ')}; \`checks\` names some of them.`,
    more: {
      checks: { type: 'array', items: { enum: rules.checks }, maxItems: rules.checks.length },
    },
    read: async (content, args, { actor }) => {
      const asked = args['checks'];
      const checks = Array.isArray(asked)
        ? rules.checks.filter((name) => asked.includes(name))
        : rules.checks;
      const { uid, path, title, language, hidden } = content.page;
      const found = rules.find(content, await host.pageTree(actor), checks).map((finding) => ({
        check: finding.check,
        record: finding.record,
        field: finding.field,
        element: finding.element,
        present: shortened(finding.present),
        quote: shortened(finding.quote),
        count: finding.count,
        proposal: finding.variants[0] ?? null,
      }));
      return fitting('findings', found, { page: { uid, path, title, language, hidden } });
    },
  });
}

function shortened(text: string | null): string | null {
  return text === null ? null : excerpt(singleLine(text), TEXT_CHARACTERS);
}
