import { Fragment, useMemo, type ReactNode } from 'react';
import type { Image, Link, ListItem, Nodes, Parents, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { withVisibleCharacters } from '../../../src/contracts/index.ts';
import { useText } from '../lib/i18n.tsx';
import { safeLink } from '../lib/safe-link.ts';
import { strings } from './strings.ts';

export interface MarkdownProps {
  source: string;
  /** The level a `#` becomes, so that the document's outline stays whole. Default 3. */
  headingLevel?: 2 | 3 | 4;
  className?: string;
  lang?: string | undefined;
  /**
   * For a text that somebody approves: nothing a model would read stays out of sight. Where links and pictures lead,
   * titles, definitions, footnotes, HTML, the language of code and hidden characters are written out. Default false.
   */
  everything?: boolean;
}

/** How a text is shown. */
interface View {
  /** The level a `#` becomes. */
  readonly level: number;
  /** The text itself when all of it must be seen; null otherwise. */
  readonly everything: string | null;
}

/**
 * Text by a model or another third party, as React elements: no HTML of its own, no pictures (which would call out to
 * wherever the text says), and only links that name a web page or a mail address.
 */
export function Markdown(props: MarkdownProps) {
  const { source, headingLevel = 3, className, lang, everything = false } = props;
  const text = useMemo(
    () => (everything ? withVisibleCharacters(source.replaceAll('\r\n', '\n')) : source),
    [source, everything],
  );
  const tree = useMemo<Root>(
    () => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
    [text],
  );
  return (
    <div className={className ?? 'v-prose'} lang={lang}>
      <Children of={tree} view={{ level: headingLevel, everything: everything ? text : null }} />
    </div>
  );
}

function Children({ of, view }: { of: Parents; view: View }) {
  return of.children.map((child, index) => (
    <Fragment key={index}>
      <Node node={child} view={view} />
    </Fragment>
  ));
}

/** What one node becomes. A node that is not named here shows as the text inside it. */
function Node({ node, view }: { node: Nodes; view: View }): ReactNode {
  switch (node.type) {
    case 'text':
      return seen(node.value, view);
    case 'html':
      // Shown as what it is: letters.
      return view.everything === null ? node.value : <SourceText>{node.value}</SourceText>;
    case 'paragraph':
      return <p>{inside(node, view)}</p>;
    case 'heading':
      return (
        <Heading level={Math.min(6, view.level + node.depth - 1)}>{inside(node, view)}</Heading>
      );
    case 'emphasis':
      return <em>{inside(node, view)}</em>;
    case 'strong':
      return <strong>{inside(node, view)}</strong>;
    case 'delete':
      return <s>{inside(node, view)}</s>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <>
          {view.everything !== null && node.lang != null && (
            <p>
              <SourceText>{seen([node.lang, node.meta ?? ''].join(' ').trim(), view)}</SourceText>
            </p>
          )}
          <pre>
            <code>{node.value}</code>
          </pre>
        </>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'blockquote':
      return <blockquote>{inside(node, view)}</blockquote>;
    case 'list':
      return node.ordered === true ? (
        <ol start={node.start ?? 1}>{inside(node, view)}</ol>
      ) : (
        <ul>{inside(node, view)}</ul>
      );
    case 'listItem':
      return (
        <li {...numberOf(node, view)}>
          {view.everything !== null && typeof node.checked === 'boolean' && (
            <SourceText>{node.checked ? '[x] ' : '[ ] '}</SourceText>
          )}
          {node.spread === true ? inside(node, view) : <Tight of={node} view={view} />}
        </li>
      );
    case 'link':
      return (
        <>
          <SafeAnchor url={node.url}>{inside(node, view)}</SafeAnchor>
          {!isItsAddress(node) && <Target node={node} view={view} />}
        </>
      );
    case 'image':
      if (view.everything === null) return node.alt ?? '';
      return (
        <>
          {`![${seen(node.alt ?? '', view)}]`}
          <Target node={node} view={view} />
        </>
      );
    case 'table':
      return <MarkdownTable table={node} view={view} />;
    case 'definition':
    case 'yaml':
      return view.everything === null ? null : (
        <p>
          <SourceText>{sourceOf(node, view.everything)}</SourceText>
        </p>
      );
    case 'footnoteDefinition':
      return view.everything === null ? null : (
        <div>
          <SourceText>{`[^${node.label ?? node.identifier}]: `}</SourceText>
          {inside(node, view)}
        </div>
      );
    case 'root':
    case 'tableRow':
    case 'tableCell':
      return inside(node, view);
    case 'linkReference':
      return (
        <>
          {inside(node, view)}
          {view.everything !== null && node.referenceType === 'full' && (
            <SourceText>{`[${node.label ?? node.identifier}]`}</SourceText>
          )}
        </>
      );
    case 'imageReference':
      return view.everything === null ? (
        (node.alt ?? '')
      ) : (
        <SourceText>{sourceOf(node, view.everything)}</SourceText>
      );
    case 'footnoteReference':
      return view.everything === null ? null : (
        <SourceText>{sourceOf(node, view.everything)}</SourceText>
      );
  }
}

/** What is written as an entity becomes a character only here: hidden ones among them are written out. */
function seen(text: string, view: View): string {
  return view.everything === null ? text : withVisibleCharacters(text);
}

/** A node as it was typed. */
function sourceOf(node: Nodes, text: string): string {
  return text.slice(node.position?.start.offset, node.position?.end.offset);
}

function SourceText({ children }: { children: string }) {
  return <code className="v-md-source">{children}</code>;
}

/** The address and the title of a link or a picture, beside it. */
function Target({ node, view }: { node: Link | Image; view: View }) {
  if (view.everything === null) return null;
  const title = node.title == null ? '' : ` "${node.title}"`;
  return (
    <>
      {' '}
      <SourceText>{`(${seen(node.url + title, view)})`}</SourceText>
    </>
  );
}

/** An address that was written as itself would only be repeated. */
function isItsAddress({ children, title, url }: Link): boolean {
  const [only] = children;
  return children.length === 1 && only?.type === 'text' && title == null && only.value === url;
}

/** The number an item was given, which need not be the next one. */
function numberOf(node: ListItem, view: View): { value?: number } {
  if (view.everything === null) return {};
  const digits = /^\d+/u.exec(sourceOf(node, view.everything));
  return digits === null ? {} : { value: Number(digits[0]) };
}

function inside(node: Parents, view: View) {
  return <Children of={node} view={view} />;
}

/** A list without blank lines: its items are text and no paragraphs. */
function Tight({ of, view }: { of: Parents; view: View }) {
  return of.children.map((child, index) => (
    <Fragment key={index}>
      {child.type === 'paragraph' ? inside(child, view) : <Node node={child} view={view} />}
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

function MarkdownTable({ table, view }: { table: Table; view: View }) {
  const [head, ...rows] = table.children;
  return (
    <div className="v-scroll-x">
      <table className="v-table">
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index} scope="col">
                {inside(cell, view)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.children.map((cell, column) => (
                <td key={column}>{inside(cell, view)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
