import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct, until } from "../product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ args: ["--site", "none"] });
});
afterAll(() => product.stop());

/** Attacks that hold a connection: send nothing, half of the headers, or one header from time to time. */
const beginnings = ["", "GET /readyz HTTP/1.1\r\nHost: x\r\nX-", "GET /readyz HTTP/1.1\r\nHost: x\r\n"];

async function open(beginning: string): Promise<{ socket: Socket; isGone(): boolean }> {
  const socket = connect(Number(new URL(product.url).port), "127.0.0.1");
  let isGone = false;
  const drip = setInterval(() => beginning.endsWith("\n") && socket.write("X: 1\r\n"), 900);
  socket.on("close", () => {
    isGone = true;
    clearInterval(drip);
  });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(beginning);
  socket.resume();
  return { socket, isGone: () => isGone };
}

/** Source: security requirements §5.4. */
it("200 connections that never finish a request delay no others, and are closed within 30 seconds", async () => {
  const connections = await Promise.all(Array.from({ length: 200 }, (_, index) => open(beginnings[index % 3]!)));
  const startedAt = performance.now();
  for (let index = 0; index < 20; index++) {
    const requestedAt = performance.now();
    expect((await fetch(`${product.url}/hosted/logout`)).status).toBe(200);
    expect(performance.now() - requestedAt).toBeLessThan(2_000);
  }
  expect(connections.filter(({ isGone }) => !isGone())).toHaveLength(200);
  await until(async () => connections.every(({ isGone }) => isGone()) || undefined, "the connections to end", 30_000);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
}, 60_000);
