import type { TestServer } from "./test-server.ts";

/** The response to a page request. */
export interface PageResponse {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
  /** Target of a redirect. */
  location: string | undefined;
  /** `Set-Cookie` headers. */
  setCookies: string[];
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Opens the page in a cross-site frame, with only `SameSite=None` cookies. */
  isFramed?: boolean;
}

/** A browser without scripts, which stores cookies, opens pages and submits forms. */
export interface TestBrowser {
  /** Values by full name. */
  cookies: Map<string, { value: string; attributes: string }>;
  /** Opens a URL without following redirects. */
  open(url: string, options?: RequestOptions): Promise<PageResponse>;
  /**
   * Submits the first form of a page as a same-origin request. If it is rejected, follows the redirect to the error.
   */
  send(page: PageResponse, fields: Record<string, string>, options?: RequestOptions): Promise<PageResponse>;
  /** Follows redirects within this server. */
  follow(result: PageResponse): Promise<PageResponse>;
}

let browsers = 0;

const onlyLanguage = ({ "accept-language": language }: Record<string, string> = {}): Record<string, string> =>
  language === undefined ? {} : { "accept-language": language };

const newAddress = () => `172.16.${browsers >> 8}.${browsers++ & 0xff}`;

export function createTestBrowser(server: TestServer, userAgent?: string): TestBrowser {
  const clientAddress = newAddress();
  const { publicUrl } = server.context.config;
  const cookies: TestBrowser["cookies"] = new Map();

  function cookieHeader(isFramed: boolean): Record<string, string> {
    const sent = [...cookies]
      .filter(([, { attributes }]) => !isFramed || attributes.includes("SameSite=None"))
      .map(([name, { value }]) => `${name}=${value}`);
    return sent.length > 0 ? { cookie: sent.join("; ") } : {};
  }

  function storeCookies(setCookies: string[], isFramed: boolean): void {
    for (const line of setCookies) {
      const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*);? ?(.*)$/.exec(line) ?? [];
      if (isFramed && !attributes.includes("SameSite=None")) continue;
      if (/Max-Age=0\b/.test(attributes)) cookies.delete(name);
      else cookies.set(name, { value, attributes });
    }
  }

  const open: TestBrowser["open"] = async (address, { method = "GET", headers, body, isFramed = false } = {}) => {
    const url = new URL(address, publicUrl);
    const response = await server.fetch(
      new Request(url, {
        method,
        headers: { ...(userAgent && { "user-agent": userAgent }), ...cookieHeader(isFramed), ...headers },
        ...(body === undefined ? {} : { body }),
      }),
      { clientAddress },
    );
    const setCookies = response.headers.getSetCookie();
    storeCookies(setCookies, isFramed);
    const location = response.headers.get("location") ?? undefined;
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location,
      setCookies,
    };
  };

  return {
    cookies,
    open,
    send: async (page, fields, { headers, ...options } = {}) => {
      const form = /<form [^>]*method="post" action="([^"]+)".*?<\/form>/s.exec(page.text);
      if (!form) throw new Error(`No form on ${page.url}: ${page.status}`);
      const hidden = [...form[0].matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const values = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...fields };
      const result = await open(form[1]!.replaceAll("&amp;", "&"), {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
        body: new URLSearchParams(values).toString(),
        ...options,
      });
      const isRejected = result.setCookies.some((line) => line.includes("porchlight-problem-"));
      return isRejected ? open(result.location!, { headers: onlyLanguage(headers) }) : result;
    },
    async follow(result) {
      let current = result;
      for (let steps = 0; current.location !== undefined; steps++) {
        const next = new URL(current.location, publicUrl);
        if (next.origin !== new URL(publicUrl).origin || steps > 10) break;
        current = await open(next.href);
      }
      return current;
    },
  };
}
