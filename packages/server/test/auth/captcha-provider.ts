import { pbkdf2Sync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CaptchaKind, CaptchaPurpose, ProofOfWork } from "@porchlight/contract/auth/captcha/captcha";
import type { TestServer } from "../test-server.ts";

/** A fake captcha provider. */
export interface TestCaptchaProvider {
  verifyUrl: string;
  scriptUrl: string;
  requests: Record<string, string>[];
  /** The response to the next verifications. */
  nextResponse: { status?: number; body?: string; delayMs?: number };
  close(): Promise<void>;
}

export const successResponse = (hostname: string) => JSON.stringify({ success: true, hostname });
export const failureResponse = (...codes: string[]) => JSON.stringify({ success: false, "error-codes": codes });

/**
 * Starts a local captcha provider. The visible captcha of its script is a button in an iframe; the silent one succeeds
 * at once.
 */
export async function startCaptchaProvider(): Promise<TestCaptchaProvider> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/api.js") {
      response.setHeader("content-type", "text/javascript").end(script);
      return;
    }
    if (pathname === "/frame") {
      response.setHeader("content-type", "text/html").end(frame);
      return;
    }
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      provider.requests.push(Object.fromEntries(new URLSearchParams(body)));
      const { status = 200, body: text = "", delayMs = 0 } = provider.nextResponse;
      setTimeout(() => response.writeHead(status, { "content-type": "application/json" }).end(text), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider: TestCaptchaProvider = {
    verifyUrl: `${origin}/siteverify`,
    scriptUrl: `${origin}/api.js?render=explicit`,
    requests: [],
    nextResponse: { body: successResponse("localhost") },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

const script = `
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const widgets = [];
  const api = {
    ready: (run) => run(),
    render(container, options) {
      const widget = { options, container };
      widgets.push(widget);
      if (options.size !== "invisible") {
        const frame = document.createElement("iframe");
        frame.title = "Captcha";
        frame.src = origin + "/frame";
        container.append(frame);
        window.addEventListener("message", (event) => {
          if (event.source === frame.contentWindow) options.callback("visible-" + options.sitekey + "-" + crypto.randomUUID());
        });
      }
      return widgets.length - 1;
    },
    async execute(id) {
      const { options } = widgets[id];
      options.callback("silent-" + options.sitekey + "-" + crypto.randomUUID());
    },
    reset() {},
  };
  window.grecaptcha = window.hcaptcha = window.turnstile = api;
})();
`;

const frame = `<!doctype html><button>I am no robot</button>
<script>document.querySelector("button").onclick = () => parent.postMessage("solved", "*");</script>`;

/** Solves the task as a browser does. @returns The token. */
export function solveProofOfWork({ challenge, salt, iterations, numbers, target }: ProofOfWork): string {
  for (let number = 0; number < numbers; number++) {
    const created = pbkdf2Sync(String(number), Buffer.from(salt, "base64url"), iterations, 16, "sha256");
    if (created.toString("base64url") === target) return `${challenge}.${number}`;
  }
  throw new Error("There is no such number.");
}

/** Gets a token of the built-in captcha through the API. */
export async function newCaptchaToken(server: TestServer, purpose: CaptchaPurpose, kind: CaptchaKind): Promise<string> {
  const { body } = await server.call("POST", "/_api/porchlight/v1/auth/captcha/tasks", { body: { purpose, kind } });
  return solveProofOfWork(body.proofOfWork);
}
