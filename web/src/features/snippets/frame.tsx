import { AdministrationDetail, type ScreenProps } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { snippetWords } from './words.ts';

interface FrameProps extends Omit<ScreenProps, 'back'> {
  /** Where the way back leads. Default: the list. */
  readonly back?: string;
}

/** What stands beside the list of snippets. */
export function Frame({ back = '/administration/snippets', ...rest }: FrameProps) {
  const t = useText(snippetWords);
  return <AdministrationDetail {...rest} back={{ to: back, label: t.back }} />;
}
