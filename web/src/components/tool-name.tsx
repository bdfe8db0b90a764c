import { Fragment } from 'react';

/**
 * The name of a tool, or a short text with one in it: where the line is too narrow, it breaks after an underscore.
 * `isPlain`: in the letters of the text around it; default no.
 */
export function ToolName({ name, isPlain = false }: { name: string; isPlain?: boolean }) {
  return (
    <span className={isPlain ? 'v-toolname' : 'v-toolname v-mono'}>
      {name.split(/(?<=_)(?!_|$)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
