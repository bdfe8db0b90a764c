import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Tree as AriaTree,
  TreeItem,
  TreeItemContent,
  type TreeItemContentRenderProps,
} from 'react-aria-components/Tree';
import { Icon } from './icon.tsx';

export interface TreeNode {
  id: string;
  /** What typing finds, and what is read aloud. */
  text: string;
  /** Everything after the chevron. */
  content: ReactNode;
  /** Where the row leads; rows without only open and close. */
  href?: string;
  children: readonly TreeNode[];
}

export interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  selected: string | null;
  expanded: ReadonlySet<string>;
  onExpandedChange: (expanded: Set<string>) => void;
  /** A row without `href` was chosen. */
  onAction?: (id: string) => void;
}

/** A tree with one current row. Arrow keys move, open and close; typing jumps to a row. */
export function Tree({ label, nodes, selected, expanded, onExpandedChange, onAction }: TreeProps) {
  return (
    <AriaTree
      className="v-tree"
      aria-label={label}
      selectionMode="none"
      expandedKeys={expanded}
      onExpandedChange={(keys) => {
        onExpandedChange(new Set([...keys].map(String)));
      }}
      {...(onAction === undefined
        ? {}
        : {
            onAction: (key) => {
              onAction(String(key));
            },
          })}
    >
      {nodes.map((node) => treeItem(node, selected))}
    </AriaTree>
  );
}

/** Rows are the tree's own collection, so this makes an item and is no component. */
function treeItem(node: TreeNode, selected: string | null) {
  return (
    <TreeItem
      key={node.id}
      id={node.id}
      textValue={node.text}
      className="v-treeitem"
      {...(node.href === undefined ? {} : { href: node.href })}
    >
      <TreeItemContent>
        {(state) => <Row node={node} state={state} isCurrent={node.id === selected} />}
      </TreeItemContent>
      {node.children.map((child) => treeItem(child, selected))}
    </TreeItem>
  );
}

function Row(props: { node: TreeNode; state: TreeItemContentRenderProps; isCurrent: boolean }) {
  const { node, state, isCurrent } = props;
  return (
    <div
      className="v-row"
      style={{ '--level': state.level } as React.CSSProperties}
      data-selected={isCurrent || undefined}
      data-hovered={state.isHovered || undefined}
      data-focus-visible={state.isFocusVisible || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {state.hasChildItems && (
        <Button slot="chevron" className="v-row__toggle">
          <Icon name={state.isExpanded ? 'chev-d' : 'chev-r'} className="v-row__chev" />
        </Button>
      )}
      {node.content}
    </div>
  );
}
