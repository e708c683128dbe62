import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { createApiKey } from "../../src/auth/api-keys.ts";
import type { ApiKeyRole } from "../../src/platform/context/caller.ts";
import type { TestResponse, TestServer } from "../test-server.ts";

export const draftsPath = "/blog/v3/draft-posts";

/** A document of one paragraph. */
export function textOf(text: string): RichContent {
  const node = { type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } };
  return { nodes: [{ type: "PARAGRAPH", id: "p1", nodes: [node] }] };
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back and asserts what it finds
type Draft = any;

/** A client with an API key that writes posts. */
export interface Writer {
  call(method: string, path: string, body?: object): Promise<TestResponse>;
  /** Creates a valid draft. */
  create(draftPost: object, options?: object): Promise<Draft>;
  update(id: string, draftPost: object, options?: object): Promise<TestResponse>;
  read(id: string, fieldsets?: string): Promise<Draft>;
}

export async function createWriter(server: TestServer, role: ApiKeyRole = "editor"): Promise<Writer> {
  const { key: token } = await createApiKey(server.context, { kind: "owner" }, { name: role, role });
  const call: Writer["call"] = (method, path, body) => server.call(method, path, { token, body });
  return {
    call,
    async create(draftPost, options = {}) {
      const { status, body } = await call("POST", draftsPath, { draftPost, ...options });
      if (status !== 200) throw new Error(`a draft was refused: ${JSON.stringify(body)}`);
      return body.draftPost;
    },
    update: (id, draftPost, options = {}) => call("PATCH", `${draftsPath}/${id}`, { draftPost, ...options }),
    async read(id, fieldsets = "") {
      return (await call("GET", `${draftsPath}/${id}?${fieldsets}`)).body.draftPost;
    },
  };
}

/** The violations of a rejected request: fields and rules. */
export function violationsIn({ body }: TestResponse): [string, string][] {
  return body.details.validationError.fieldViolations.map(
    ({ field, violatedRule }: { field: string; violatedRule: string }) => [field, violatedRule],
  );
}

export const codeIn = ({ body }: TestResponse): string => body.details.applicationError.code;
