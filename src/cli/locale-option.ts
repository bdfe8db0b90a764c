import { Option } from 'commander';
import { Locale } from '../contracts/index.ts';

/** The language a new account begins with. */
export function localeOption(): Option {
  return new Option('--locale <locale>', 'language the person begins with')
    .choices(Locale.options)
    .default('en');
}
