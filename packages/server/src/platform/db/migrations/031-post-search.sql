-- What visitors find posts by: published posts only, in a table of their own, so that counting a view does not touch this index.
create table post_search (
  site_id uuid not null,
  post_id uuid not null,
  language text not null,
  -- Name of a PostgreSQL text search configuration. Text: a column of type regconfig would keep pg_upgrade from working.
  configuration text not null,
  published_at timestamptz not null,
  -- Title A, excerpt B, text D.
  document tsvector not null,
  primary key (site_id, post_id),
  foreign key (site_id, post_id) references posts on delete cascade
);

-- How a language's words are reduced to what they have in common; 'simple' leaves them as they are.
create function search_configuration(language text) returns text language sql immutable parallel safe as $$
  select case lower(split_part(language, '-', 1))
    when 'ar' then 'arabic' when 'ca' then 'catalan' when 'da' then 'danish' when 'de' then 'german' when 'el' then 'greek'
    when 'en' then 'english' when 'es' then 'spanish' when 'eu' then 'basque' when 'fi' then 'finnish' when 'fr' then 'french'
    when 'ga' then 'irish' when 'hi' then 'hindi' when 'hu' then 'hungarian' when 'hy' then 'armenian' when 'id' then 'indonesian'
    when 'it' then 'italian' when 'lt' then 'lithuanian' when 'nb' then 'norwegian' when 'ne' then 'nepali' when 'nl' then 'dutch'
    when 'nn' then 'norwegian' when 'no' then 'norwegian' when 'pt' then 'portuguese' when 'ro' then 'romanian'
    when 'ru' then 'russian' when 'sr' then 'serbian' when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish'
    when 'yi' then 'yiddish' else 'simple' end
$$;

-- Letters without their accents, so that who types none finds them all the same. One character for one: what is marked in this text is
-- marked in the writer's at the same place.
create function search_letters(words text) returns text language sql immutable parallel safe as $$
  select translate(words,
    'ÀÁÂÃÄÅĀĂĄÇĆĈĊČĎÐĐÈÉÊËĒĔĖĘĚĜĞĠĢĤĦÌÍÎÏĨĪĬĮİĴĶĹĻĽĿŁÑŃŅŇÒÓÔÕÖØŌŎŐŔŖŘŚŜŞŠȘŢŤŦȚÙÚÛÜŨŪŬŮŰŲŴÝŶŸŹŻŽàáâãäåāăąçćĉċčďðđèéêëēĕėęěĝğġģĥħìíîïĩīĭįıĵķĺļľŀłñńņňòóôõöøōŏőŕŗřśŝşšșţťŧțùúûüũūŭůűųŵýŷÿźżžЁёΆΈΉΊΌΎΏάέήίόύώ',
    'AAAAAAAAACCCCCDDDEEEEEEEEEGGGGHHIIIIIIIIIJKLLLLLNNNNOOOOOOOOORRRSSSSSTTTTUUUUUUUUUUWYYYZZZaaaaaaaaacccccdddeeeeeeeeegggghhiiiiiiiiijklllllnnnnooooooooorrrssssstttt' ||
    'uuuuuuuuuuwyyyzzzЕеΑΕΗΙΟΥΩαεηιουω')
$$;

-- A text as it is searched and marked: without what PostgreSQL's parser would take for addresses, file names, hyphenated words and tags,
-- whose parts nobody would find then. As long as the text in NFC.
create function search_text(words text) returns text language sql immutable parallel safe as $$
  select translate(search_letters(words), E'/._@:-<>&#%+=~\u0002\u0003', '                ')
$$;

-- A tsvector holds 1 MB of words; this many characters always fit.
create function search_document(configuration text, title text, excerpt text, content text) returns tsvector
language sql stable parallel safe as $$
  select setweight(to_tsvector(configuration::regconfig, search_text(normalize(title))), 'A')
    || setweight(to_tsvector(configuration::regconfig, search_text(normalize(excerpt))), 'B')
    || to_tsvector(configuration::regconfig, search_text(normalize("left"(content, 150000))))
$$;

create function keep_post_search() returns trigger language plpgsql as $$
begin
  if new.status <> 'PUBLISHED' or new.first_published_at is null then
    delete from post_search s where s.site_id = new.site_id and s.post_id = new.id;
    return null;
  end if;
  insert into post_search (site_id, post_id, language, configuration, published_at, document)
  values (new.site_id, new.id, new.language, search_configuration(new.language), new.first_published_at,
    search_document(search_configuration(new.language), new.title, new.excerpt, new.content_text))
  on conflict (site_id, post_id) do update set
    language = excluded.language, configuration = excluded.configuration, published_at = excluded.published_at,
    document = excluded.document;
  return null;
end
$$;

insert into post_search (site_id, post_id, language, configuration, published_at, document)
select p.site_id, p.id, p.language, search_configuration(p.language), p.first_published_at,
  search_document(search_configuration(p.language), p.title, p.excerpt, p.content_text)
from posts p where p.status = 'PUBLISHED' and p.first_published_at is not null;

-- Readers do not wait while writers' words are put in later.
create index post_search_words on post_search using gin (document) with (fastupdate = off);
create index post_search_newest on post_search (site_id, published_at desc, post_id desc);
create index post_search_languages on post_search (site_id, configuration, published_at desc, post_id desc);

create trigger posts_search_new after insert on posts for each row
when (new.status = 'PUBLISHED') execute function keep_post_search();
create trigger posts_search_changed after update of status, language, title, excerpt, content_text, first_published_at on posts
for each row when (
  (old.status, old.language, old.title, old.excerpt, old.content_text, old.first_published_at)
    is distinct from (new.status, new.language, new.title, new.excerpt, new.content_text, new.first_published_at)
) execute function keep_post_search();
