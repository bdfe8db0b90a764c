import { TOTP, URI } from 'otpauth';
import { URL_OF_SERVER } from './installation.mjs';

/** One's own account with a second factor, and signing in with it. */
export async function accountScreens(shown) {
  const { texts, words, page, picture, goTo, newContext, cameraFor } = shown;
  const { session, factor: t } = words;
  const { email, password } = texts.person;
  const context = await newContext();
  const visitor = await context.newPage();
  const camera = await cameraFor(visitor);
  await visitor.goto(`${URL_OF_SERVER}/sign-in`);
  await camera.picture('sign-in');

  await goTo('/account');
  await picture('account');
  const card = page.getByRole('region', { name: t.title });
  await card.getByLabel(t.password, { exact: true }).fill(password);
  await card.getByRole('button', { name: t.switchOn }).click();
  const code = card.getByLabel(t.code, { exact: true });
  await code.waitFor();
  await card.scrollIntoViewIfNeeded();
  await picture('account-factor');
  const uri = await card.getByRole('link', { name: t.open }).getAttribute('href');
  const parsed = URI.parse(uri);
  if (!(parsed instanceof TOTP)) throw new Error('the second factor has no codes by time');
  await code.fill(parsed.generate());
  await card.getByRole('button', { name: t.confirm }).click();
  await card.getByText(t.on, { exact: true }).waitFor();

  await visitor.getByLabel(session.email).fill(email);
  await visitor.getByLabel(session.password, { exact: true }).fill(password);
  await visitor.getByRole('button', { name: session.signIn, exact: true }).click();
  await visitor.getByLabel(t.code, { exact: true }).waitFor();
  await visitor.locator('.v-entry').waitFor();
  await camera.picture('sign-in-code');
  await context.close();
  await card.getByLabel(t.password, { exact: true }).fill(password);
  await card.getByRole('button', { name: t.switchOff }).click();
  await card.getByText(t.off, { exact: true }).waitFor();
}
