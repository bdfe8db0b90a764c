import { loadFromBuild } from './vouch-build.mjs';

/** Makes a database on the server and runs `work` with its address and a connection to it. */
export async function inDatabase(server, name, work) {
  const { Client } = loadFromBuild('pg');
  const administrator = new Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(url.href, client);
  } finally {
    await client.end();
  }
}
