import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { stubServer } from "./auth/stub-server.ts";
import {
  ChangePassword,
  ForgotPassword,
  type InitialSession,
  MemberButton,
  type Messages,
  PendingApproval,
  PorchlightProvider,
  Post,
  PostList,
  RequireMember,
  ResetPassword,
  SessionNotices,
  SignedIn,
  SignedOut,
  SignIn,
  SignUp,
  TimeText,
  useMember,
  useSession,
  VerifyEmail,
} from "./index.ts";

function render(element: ReactElement, initialSession?: InitialSession, messages?: Messages) {
  const { client, calls } = stubServer();
  const html = renderToString(
    <PorchlightProvider client={client} initialSession={initialSession} messages={messages}>
      {element}
    </PorchlightProvider>,
  );
  return { html, calls };
}

function Who() {
  const { status, role } = useSession();
  const { member, isPending } = useMember();
  return `${status} ${role} ${member?.loginEmail ?? "nobody"} ${isPending}`;
}

const ada = { role: "member", member: { loginEmail: "ada@example.com", profile: { nickname: "Ada & <co>" } } } as const;

describe("first render on the server", () => {
  it("uses the member of the initial session, without a request", () => {
    const { html, calls } = render(<Who />, ada);
    expect(html).toBe("member member ada@example.com false");
    expect(calls).toEqual([]);
  });

  it("distinguishes a visitor from an unknown session", () => {
    expect(render(<Who />, { role: "visitor" }).html).toBe("visitor visitor nobody false");
    expect(render(<Who />).html).toBe("loading none nobody false");
  });

  it("shows content for members or visitors to them only", () => {
    const page = (
      <>
        <SignedIn fallback="not in">in</SignedIn>
        <SignedOut>out</SignedOut>
        <RequireMember fallback="members only">secret</RequireMember>
      </>
    );
    expect(render(page, ada).html).toBe("in<!-- -->secret");
    expect(render(page, { role: "visitor" }).html).toBe("not in<!-- -->out<!-- -->members only");
    expect(render(page).html).not.toContain("secret");
  });

  it("shows the member's name in the menu button, escaped", () => {
    const { html } = render(<MemberButton accountHref="/account" />, ada);
    expect(html).toContain('aria-label="Your account, Ada &amp; &lt;co&gt;"');
    expect(html).toContain('aria-expanded="false"');
    expect(render(<MemberButton accountHref="/account" />, { role: "visitor" }).html).toBe("");
  });

  it("contains the live regions of the session bars", () => {
    const { html } = render(<SessionNotices signInHref="/sign-in" />);
    expect(html).toMatch(/role="status"><\/div><div role="alert"><\/div>/);
  });
});

describe("authentication screens without scripts", () => {
  it("submit with POST, so that a password never ends up in a URL", () => {
    for (const screen of [<SignIn key="in" action="/sign-in" />, <SignUp key="up" action="/sign-up" />]) {
      const { html } = render(screen);
      expect(html).toContain('method="post"');
      expect(html).not.toContain("noValidate");
      expect(html).not.toContain("Show password");
      expect(html).toContain('required=""');
    }
  });

  it("associate every label with its field and set autocomplete", () => {
    const { html } = render(<SignUp />);
    const labels = [...html.matchAll(/<label[^>]* for="([^"]+)"/g)].map((match) => match[1]);
    expect(labels).toHaveLength(4);
    for (const id of labels) expect(html).toContain(`id="${id}"`);
    expect([...html.matchAll(/autoComplete="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "given-name",
      "family-name",
      "email",
      "new-password",
    ]);
    expect(render(<SignIn />).html).toContain('autoComplete="username webauthn"');
  });

  it("associate the password rules with the password", () => {
    const { html } = render(<SignUp passwordMinLength={12} />);
    const described = /aria-describedby="([^"]+)"[^>]*type="password"/.exec(html)?.[1];
    expect(html).toContain(`id="${described}">At least 12 characters. Spaces and any language are fine.`);
  });

  it("show only links with a URL", () => {
    expect(render(<SignIn />).html).not.toContain("<a ");
    const { html } = render(<SignIn signUpHref="/sign-up" forgotPasswordHref="/forgot-password" />);
    expect(html).toContain('href="/sign-up"');
    expect(html).toContain("Forgot your password?");
  });

  it("have one heading of the requested level", () => {
    const { html } = render(<SignIn headingLevel={2} />);
    expect(html.match(/<h\d/g)).toEqual(["<h2"]);
  });

  it("request a code and show where it was sent", () => {
    const { html } = render(<VerifyEmail code="123456" />);
    expect(html).toContain("We sent you a code by email.");
    expect(html).toContain('autoComplete="one-time-code"');
    expect(html).toContain('value="123456"');
  });

  it("request only the email address to reset a password", () => {
    const { html, calls } = render(<ForgotPassword action="/forgot-password" signInHref="/sign-in" />);
    expect(html).toContain('method="post"');
    expect([...html.matchAll(/autoComplete="([^"]+)"/g)].map((match) => match[1])).toEqual(["username"]);
    expect(html).toContain('href="/sign-in"');
    expect(calls).toEqual([]);
  });

  it("wait for scripts with an emailed link, whose token is in the fragment", () => {
    const { html } = render(<ResetPassword />);
    expect(html).toContain("Choose a new password");
    expect(html).toContain("Checking the link…");
    expect(html).not.toContain("<form");
  });

  it("request the current and a new password, and set autocomplete", () => {
    const { html } = render(<ChangePassword passwordMinLength={12} />, ada);
    expect([...html.matchAll(/autoComplete="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "username",
      "current-password",
      "new-password",
    ]);
    expect(html).toMatch(/<input[^>]*name="username"[^>]*value="ada@example.com"/);
    expect(html).toContain("At least 12 characters.");
    expect(html.match(/<h\d/g)).toEqual(["<h2"]);
  });

  it("name a missing client module", () => {
    const { client } = stubServer();
    const without = { auth: client.auth, on: client.on };
    const show = (screen: ReactElement) => () =>
      renderToString(<PorchlightProvider client={without}>{screen}</PorchlightProvider>);
    expect(show(<ForgotPassword />)).toThrow('Pass the module "recovery" of @porchlight/client/auth to createClient');
    expect(show(<ChangePassword />)).toThrow('Pass the module "authentication"');
  });

  it("end with the pending approval", () => {
    const { html } = render(<PendingApproval signInHref="/sign-in" />);
    expect(html).toContain("The site owner is reviewing your request.");
    expect(html).toContain("Sign in with a different account");
  });

  it("accept custom texts and class names", () => {
    const { html } = render(
      <SignIn appearance={{ card: "brand" }} messages={{ "auth.signIn.submit": "Enter" }} />,
      undefined,
      {
        "auth.signIn.title": "Come in",
      },
    );
    expect(html).toContain("Come in");
    expect(html).toContain("Enter");
    expect(html).toContain('class="site-auth brand"');
  });
});

const post = {
  _id: "p1",
  slug: "hello world",
  title: "Hello",
  excerpt: "An excerpt",
  authors: ["Ada", "Grace"],
  firstPublishedDate: new Date("2024-07-25T00:30:00Z"),
  lastPublishedDate: new Date("2024-08-25T00:30:00Z"),
  minutesToRead: 4,
};

describe("Post", () => {
  it("is an article with one h1, authors, dates and reading time", () => {
    const { html } = render(<Post post={post} categories={[{ label: "News", href: "/blog/category/news" }]} />);
    expect(html).toMatch(/^<article/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("By <bdi>Ada and Grace</bdi>");
    expect(html).toContain('dateTime="2024-07-25T00:30:00.000Z"');
    expect(html).toContain(">July 25, 2024</time>");
    expect(html).toMatch(/Updated .*August 25, 2024/);
    expect(html).toContain("4 min read");
    expect(html).toContain('href="/blog/category/news"');
  });

  it("omits what the post lacks", () => {
    const { html } = render(<Post post={{ title: "Bare", firstPublishedDate: "no date" }} />);
    expect(html).not.toMatch(/Updated|minute|By |<time/);
  });
});

describe("authors of a post", () => {
  it("are listed in one sentence without duplicates, and linked if they have a URL", () => {
    const authors = ["Ana", "Bo & Co", "Ana"];
    expect(render(<Post post={{ title: "Two hands", authors }} />).html).toContain("By <bdi>Ana and Bo &amp; Co</bdi>");
    const { html } = render(
      <Post post={{ title: "Two hands", authors }} authorHref={(name) => `/by/${name.length}`} />,
    );
    expect(html).toContain('<a href="/by/3" data-part="author">Ana</a> and <a href="/by/7" data-part="author">Bo');
    expect(html).not.toContain("<img");
    const pictures: Record<string, string> = { Ana: "/media/ana.png" };
    const portraits = render(<Post post={{ title: "Two hands", authors }} authorPicture={(name) => pictures[name]} />);
    expect(portraits.html.match(/<img/g)).toHaveLength(1);
    expect(portraits.html).toContain('<img src="/media/ana.png" width="44" height="44" alt=""');
  });
});

describe("PostList", () => {
  it("is a list of cards with one link each, and a link to the next page", () => {
    const { html } = render(<PostList posts={[post]} nextHref="/blog?cursor=abc" />);
    expect(html.match(/<li/g)).toHaveLength(1);
    expect(html.match(/<a [^>]*href="[^"]+"/g)).toHaveLength(2);
    expect(html).toContain('href="/blog/hello%20world"');
    expect(html).toContain('<h2 data-part="cardTitle"');
    expect(html).toMatch(/href="\/blog\?cursor=abc" rel="next"|rel="next"[^>]*href="\/blog\?cursor=abc"/);
  });

  it("shows category names as text, within the card's link", () => {
    const { html } = render(<PostList posts={[{ ...post, categories: ["News", "Tools"] }]} />);
    expect(html).toContain("4 min read</span>");
    expect(html).toMatch(/<bdi>News, Tools<\/bdi><\/p>/);
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  it("shows a message without posts", () => {
    expect(render(<PostList posts={[]} />).html).toContain("There are no posts yet.");
  });
});

describe("TimeText", () => {
  it("shows the date in the site's time zone and language", () => {
    const { client } = stubServer();
    const html = renderToString(
      <PorchlightProvider client={client} language="en-GB" timeZone="America/New_York">
        <TimeText value="2024-07-25T00:30:00Z" />
      </PorchlightProvider>,
    );
    expect(html).toContain(">24 July 2024</time>");
  });
});
