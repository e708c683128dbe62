import { type AddressInfo, createServer } from "node:net";
import { describeListenError } from "./http-server.ts";

/**
 * Finds out early whether the port can be had: a start that fails for it should fail before it makes anything.
 *
 * @returns The port; a free one where 0 was asked for.
 * @throws {Failure}
 */
export function probePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(describeListenError(error, host, port)));
    probe.listen({ host, port }, () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}
