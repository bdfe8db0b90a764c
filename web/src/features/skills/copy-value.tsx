import { IconButton, useCopy } from '../../components/index.ts';

interface CopyValueProps {
  readonly value: string;
  /** What of it is shown. */
  readonly shown: string;
  readonly label: string;
  readonly done: string;
}

/** A long value in short, and a button that copies all of it. */
export function CopyValue({ value, shown, label, done }: CopyValueProps) {
  const copy = useCopy();
  return (
    <span className="v-copy">
      <span className="v-mono" title={value}>
        {shown}
      </span>
      <IconButton icon="copy" label={label} onPress={() => void copy(value, done)} />
    </span>
  );
}

/** A fingerprint by its ends, enough to compare two by eye. */
export function Fingerprint(props: Omit<CopyValueProps, 'shown'>) {
  const { value } = props;
  return <CopyValue {...props} shown={`${value.slice(0, 8)}…${value.slice(-4)}`} />;
}
