import { Fragment, useMemo, type ReactNode } from 'react';
import type { Nodes, Parents, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { useText } from '../lib/i18n.tsx';
import { safeLink } from '../lib/safe-link.ts';
import { strings } from './strings.ts';

export interface MarkdownProps {
  source: string;
  /** The level a `#` becomes, so that the document's outline stays whole. Default 3. */
  headingLevel?: 2 | 3 | 4;
  className?: string;
  lang?: string | undefined;
}

/**
 * Text by a model or another third party, as React elements: no HTML of its own, no pictures (which would call out to
 * wherever the text says), and only links that name a web page or a mail address.
 */
export function Markdown({ source, headingLevel = 3, className, lang }: MarkdownProps) {
  const tree = useMemo<Root>(
    () => fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
    [source],
  );
  return (
    <div className={className ?? 'v-prose'} lang={lang}>
      <Children of={tree} level={headingLevel} />
    </div>
  );
}

function Children({ of, level }: { of: Parents; level: number }) {
  return of.children.map((child, index) => (
    <Fragment key={index}>
      <Node node={child} level={level} />
    </Fragment>
  ));
}

/** What one node becomes. A node that is not named here shows as the text inside it. */
function Node({ node, level }: { node: Nodes; level: number }): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'html':
      // Shown as what it is: letters.
      return node.value;
    case 'paragraph':
      return <p>{inside(node, level)}</p>;
    case 'heading':
      return <Heading level={Math.min(6, level + node.depth - 1)}>{inside(node, level)}</Heading>;
    case 'emphasis':
      return <em>{inside(node, level)}</em>;
    case 'strong':
      return <strong>{inside(node, level)}</strong>;
    case 'delete':
      return <s>{inside(node, level)}</s>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'blockquote':
      return <blockquote>{inside(node, level)}</blockquote>;
    case 'list':
      return node.ordered === true ? (
        <ol start={node.start ?? 1}>{inside(node, level)}</ol>
      ) : (
        <ul>{inside(node, level)}</ul>
      );
    case 'listItem':
      return (
        <li>{node.spread === true ? inside(node, level) : <Tight of={node} level={level} />}</li>
      );
    case 'link':
      return <SafeAnchor url={node.url}>{inside(node, level)}</SafeAnchor>;
    case 'image':
      return node.alt ?? '';
    case 'table':
      return <MarkdownTable table={node} level={level} />;
    case 'definition':
    case 'footnoteDefinition':
    case 'yaml':
      return null;
    case 'root':
    case 'tableRow':
    case 'tableCell':
    case 'linkReference':
      return inside(node, level);
    case 'imageReference':
      return node.alt ?? '';
    case 'footnoteReference':
      return null;
  }
}

function inside(node: Parents, level: number) {
  return <Children of={node} level={level} />;
}

/** A list without blank lines: its items are text and no paragraphs. */
function Tight({ of, level }: { of: Parents; level: number }) {
  return of.children.map((child, index) => (
    <Fragment key={index}>
      {child.type === 'paragraph' ? inside(child, level) : <Node node={child} level={level} />}
    </Fragment>
  ));
}

function Heading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = `h${String(level)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  return <Tag>{children}</Tag>;
}

function SafeAnchor({ url, children }: { url: string; children: ReactNode }) {
  const t = useText(strings);
  const href = safeLink(url);
  if (href === null) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="v-sr"> ({t.externalLink})</span>
    </a>
  );
}

function MarkdownTable({ table, level }: { table: Table; level: number }) {
  const [head, ...rows] = table.children;
  return (
    <div className="v-scroll-x">
      <table className="v-table">
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index} scope="col">
                {inside(cell, level)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column}>{inside(cell, level)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
