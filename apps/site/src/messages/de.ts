import type { authText } from "../auth/auth-page.tsx";
import type { blogText } from "../blog/blog-texts.ts";
import type { homeText } from "../blog/home/home-page.tsx";
import type { postText } from "../blog/list/more-posts-nav.tsx";
import type { newPostsText } from "../blog/list/new-posts-bar.tsx";
import type { actionText } from "../blog/post/post-actions.tsx";
import type { ratingText } from "../blog/post/post-rating.tsx";
import type { readOnText } from "../blog/post/read-on.tsx";
import type { searchText } from "../blog/search/search-page.tsx";
import type { collectionText } from "../data/collection-texts.ts";
import type { accountText } from "../members/account-texts.ts";
import type { directoryText } from "../members/directory/directory-entry.tsx";
import type { text } from "../shell/shell-texts.ts";

/** Texts of the React components. */
export { pageMessages as messages } from "@porchlight/react/texts/de-pages";

type KeyOf<Looks extends (key: never) => string> = Parameters<Looks>[0];
type SiteTextKey = KeyOf<
  | typeof text
  | typeof authText
  | typeof blogText
  | typeof homeText
  | typeof newPostsText
  | typeof postText
  | typeof actionText
  | typeof ratingText
  | typeof readOnText
  | typeof searchText
  | typeof collectionText
  | typeof accountText
  | typeof directoryText
>;

/** The site's own texts; a missing key is a compile error. */
export const words: Readonly<Record<SiteTextKey, string>> = {
  "common.skip": "Zum Inhalt springen",
  "common.nav": "Hauptmenü",
  "common.nav.blog": "Blog",
  "common.nav.members": "Mitglieder",
  "common.nav.search": "Suche",
  "common.session": "Dein Konto",
  "common.signIn": "Anmelden",
  "common.signUp": "Registrieren",
  "common.signOut": "Abmelden",
  "common.help": "Brauchst du Hilfe? Wende dich an das Team der Website.",
  "common.language": "Sprache",
  "common.breadcrumbs": "Seitenpfad",
  "common.home": "Zur Startseite",
  "common.readBlog": "Zum Blog",
  "common.retry": "Noch einmal versuchen",
  "common.requestId": "Anfrage-ID",
  "error.notFound.title": "Diese Seite gibt es nicht",
  "error.notFound.text": "Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen oder nicht mehr da.",
  "error.forbidden.title": "Melde dich an, um diese Seite zu sehen",
  "error.forbidden.text": "Diese Seite ist für Mitglieder. Nach der Anmeldung kommst du hierher zurück.",
  "error.rateLimited.title": "Zu viele Versuche",
  "error.rateLimited.text": "Versuch es in {time} noch einmal.",
  "error.rateLimited.over": "Du kannst es jetzt noch einmal versuchen.",
  "error.failed.title": "Etwas ist schiefgegangen",
  "error.failed.text": "Das Problem liegt bei uns. Versuch es gleich noch einmal.",
  "error.offline.title": "Wir konnten die Website nicht erreichen",
  "error.offline.text": "Prüfe deine Verbindung und versuch es noch einmal.",

  "auth.noScript": "Zum Anmelden wird JavaScript gebraucht. Schalte es im Browser ein und lade die Seite neu.",
  "verifyEmail.title": "Sieh in dein Postfach",
  "forgotPassword.title": "Passwort vergessen?",
  "resetPassword.title": "Wähle ein neues Passwort",
  "resetPassword.setUpTitle": "Lege dein Passwort fest",
  "callback.title": "Anmeldung läuft",
  "pending.title": "Deine Anfrage wird geprüft",
  "signOut.title": "Abmelden",
  "signOut.question": "Möchtest du dich auf diesem Gerät von {site} abmelden?",
  "signOut.pending": "Abmeldung läuft…",
  "signOut.done": "Du bist abgemeldet.",
  "signOut.again": "Wieder anmelden",

  "home.line": "Geschichten und Neues, für Mitglieder und alle, die vorbeischauen.",
  "home.featured": "Empfohlen",
  "home.latest": "Neueste Beiträge",
  "home.categories": "Kategorien",
  "home.all": "Alle Beiträge",
  "home.empty": "Der erste Beitrag ist unterwegs.",
  "home.join.title": "Werde Mitglied",
  "home.join.text": "Registriere dich und hab dein eigenes Konto bei {site}. Du brauchst nur eine E-Mail-Adresse.",
  "blog.title": "Blog",
  "blog.description": "Alle Beiträge von {site}.",
  "blog.partDescription": "{title}: Beiträge von {site}.",
  "blog.failed": "Wir konnten die Beiträge nicht laden.",
  "blog.start": "Zurück zum Anfang der Liste",
  "blog.one": "1 Beitrag",
  "blog.count": "{n} Beiträge",
  "blog.nothing": "Nichts gefunden.",
  "blog.clear": "Alle Beiträge zeigen",
  "news.one": "1 neuer Beitrag",
  "news.count": "{n} neue Beiträge",
  "news.outdated": "Diese Beiträge haben sich geändert",
  "author.title": "Beiträge von {name}",
  "sort.label": "Sortieren nach",
  "sort.apply": "Sortieren",
  "sort.feed": "Angeheftete zuerst",
  "sort.newest": "Neueste",
  "sort.oldest": "Älteste",
  "sort.views": "Meistgelesen",
  "sort.likes": "Beliebteste",
  "sort.title": "Titel, A bis Z",
  "sort.titleDesc": "Titel, Z bis A",
  "archive.title": "Archiv",
  "archive.months": "Monate",
  "archive.failed": "Wir konnten das Archiv nicht laden.",
  "archive.none.title": "Keine Beiträge im {month}",
  "archive.none.noMonth": "Diesen Monat gibt es nicht",
  "archive.none.text": "Die nächsten Monate mit Beiträgen:",

  "post.like": "Gefällt mir",
  "post.share": "Teilen",
  "post.copied": "Link kopiert",
  "post.likeFailed": "Das hat nicht geklappt. Versuch es noch einmal.",
  "post.view": "1 Aufruf",
  "post.views": "{n} Aufrufe",
  "post.rating.title": "Beitrag bewerten",
  "post.rating.stars": "{n} von 5 Sternen",
  "post.rating.none": "Noch keine Bewertung.",
  "post.rating.signIn": "Zum Bewerten anmelden",
  "post.readOn.title": "Dieser Beitrag ist für Mitglieder",
  "post.readOn.text": "Melde dich an, um weiterzulesen.",
  "post.readOn.plan": "Der Rest dieses Beitrags ist für Mitglieder mit einem Abo.",
  "post.related": "Ähnliche Beiträge",
  "post.more": "Weitere Beiträge",
  "post.earlier": "Vorheriger Beitrag",
  "post.later": "Nächster Beitrag",

  "search.title": "Suche",
  "search.label": "Im Blog suchen",
  "search.submit": "Suchen",
  "search.results": "Ergebnisse für „{words}“",
  "search.one": "1 Beitrag",
  "search.count": "{n} Beiträge",
  "search.many": "Mehr als {n} Beiträge. Dies sind die neuesten.",
  "search.nothing": "In keinem Beitrag steht „{words}“.",
  "search.hint": "Versuch es mit weniger Wörtern oder einem Teil davon.",
  "search.failed": "Wir konnten den Blog nicht durchsuchen.",
  "search.pages": "Weitere Ergebnisse",
  "search.before": "Bessere Ergebnisse",
  "search.after": "Weitere Ergebnisse",

  "collection.description": "{title}: Einträge von {site}.",
  "collection.failed": "Wir konnten die Einträge nicht laden.",
  "collection.start": "Zurück zum Anfang der Liste",
  "collection.add": "{title}: Eintrag anlegen",
  "collection.edit": "{title} bearbeiten",
  "collection.untitled": "Ohne Titel",
  "collection.refused.title": "Dein Konto darf diese Seite nicht sehen",
  "collection.refused.text": "Sie ist für andere Mitglieder. Melde dich ab und als jemand anderes wieder an.",
  "collection.refused.other": "Als jemand anderes anmelden",
  "collection.leave.title": "Ohne Speichern verlassen?",
  "collection.leave.stay": "Bleiben",
  "collection.leave.leave": "Verlassen",
  "collection.noScript": "Zum Ändern wird JavaScript gebraucht. Schalte es im Browser ein und lade die Seite neu.",

  "account.title": "Dein Konto",
  "account.sections": "Bereiche deines Kontos",
  "account.info": "Angaben",
  "account.BOOKINGS": "Buchungen",
  "account.ORDERS": "Bestellungen",
  "account.SUBSCRIPTIONS": "Abonnements",
  "account.EVENTS": "Veranstaltungen",
  "account.security": "Sicherheit",
  "account.sessions": "Anmeldungen",
  "account.noScript": "Dieser Teil deines Kontos braucht JavaScript. Schalte es im Browser ein und lade die Seite neu.",
  "account.deleted.title": "Dein Konto ist gelöscht",
  "account.deleted.text": "Wir haben dir eine letzte E-Mail geschickt. Du kannst dich jederzeit neu registrieren.",
  "account.deleted.home": "Zur Startseite",
  "account.leave.title": "Ohne Speichern verlassen?",
  "account.leave.stay": "Bleiben",
  "account.leave.leave": "Verlassen",
  "members.title": "Mitglieder",
  "members.results": "Mitglieder mit „{words}“",
  "members.label": "Mitglieder suchen",
  "members.submit": "Suchen",
  "members.one": "1 Mitglied",
  "members.count": "{n} Mitglieder",
  "members.empty": "Noch hat kein Mitglied ein öffentliches Profil.",
  "members.nothing": "Kein Mitglied hat „{words}“ im Namen.",
  "members.failed": "Wir konnten die Mitglieder nicht laden.",
  "members.pages": "Weitere Mitglieder",
  "members.before": "Zurück",
  "members.after": "Weiter",
  "members.unnamed": "Mitglied",
  "members.since": "Beigetreten: {date}",
  "members.about": "Über mich",
  "members.edit": "Dein Profil bearbeiten",
  "members.back": "Alle Mitglieder",
};
