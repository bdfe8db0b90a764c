import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for several servers: each connection goes to the next one that takes it. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
  };
  const forward = (client: Socket, tries: number): void => {
    turn += 1;
    const backend = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    keep(backend);
    let isConnected = false;
    backend.once('connect', () => {
      isConnected = true;
      client.pipe(backend);
      backend.pipe(client);
    });
    backend.once('close', () => {
      if (isConnected || tries === 0) client.destroy();
      else forward(client, tries - 1);
    });
    client.once('close', () => {
      backend.destroy();
    });
  };
  const server = createServer((client) => {
    keep(client);
    forward(client, ports.length - 1);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
