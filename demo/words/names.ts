/** First and last names from many places, combined into people and buyers. */
export const firstNames = (
  'Amara Anna Arjun Astrid Ayşe Bruno Carmen Chen Clara Daniel Dina Elif Elsa Emil Emma Fatima Felix Finn Gabriel Hana Hugo Ines Ivan Jana ' +
  'Jasper Julia Kai Karin Kofi Lars Laura Lea Leo Lina Louis Lucas Maja Malik Marco Maria Marta Mateo Maya Mila Nadia Nina Noah Nora Oliver Omar ' +
  'Oskar Paula Petra Quentin Rania Rosa Ruth Samir Sara Selma Simon Sofia Stefan Tariq Thea Theo Tina Ursula Vera Viktor Willa Xenia Yara Yusuf Zoe Zuri'
).split(' ')

export const lastNames = (
  'Abadi Almeida Andersson Bauer Becker Bernard Bianchi Bos Cohen Costa Dahl Dubois Eriksen Fischer Fontaine Garcia Gruber Haas Hansen Hoffmann ' +
  'Huber Ito Ivanova Jansen Johansson Kaya Keane Kim Klein Kowalski Kumar Lambert Larsen Lehmann Leroy Lopez Maier Marino Martin Mendes Meyer Moreau ' +
  'Müller Nakamura Neri Nielsen Novák O’Brien Okoye Olsen Park Patel Petrov Popescu Ramos Reyes Ricci Rossi Russo Santos Schmidt Schneider Silva Singh ' +
  'Smit Sørensen Suzuki Svensson Takahashi Thomas Tóth Vidal Wagner Walsh Weber Williams Wolf Yilmaz Zimmermann Åberg Özdemir'
).split(' ')

type Town = { city: string; postalCode: string; region: string; country: string; streets: readonly string[] }
const town = (city: string, postalCode: string, country: string, streets: string, region = ''): Town => ({
  city,
  postalCode,
  country,
  region,
  streets: streets.split(', '),
})

/** Where buyers live. */
export const towns: readonly Town[] = [
  town('Berlin', '10437', 'DE', 'Kastanienallee, Pappelallee, Schönhauser Allee'),
  town('Hamburg', '22765', 'DE', 'Große Rainstraße, Ottenser Hauptstraße'),
  town('München', '80469', 'DE', 'Reichenbachstraße, Klenzestraße'),
  town('Wien', '1070', 'AT', 'Neubaugasse, Lindengasse, Burggasse'),
  town('Graz', '8010', 'AT', 'Sporgasse, Herrengasse'),
  town('Zürich', '8004', 'CH', 'Langstrasse, Badenerstrasse'),
  town('Paris', '75011', 'FR', 'Rue Oberkampf, Rue de Charonne, Boulevard Voltaire'),
  town('Nantes', '44000', 'FR', 'Rue Crébillon, Quai de la Fosse'),
  town('Amsterdam', '1016 DV', 'NL', 'Herenstraat, Prinsengracht'),
  town('Gent', '9000', 'BE', 'Sleepstraat, Kraanlei'),
  town('København', '2200', 'DK', 'Jægersborggade, Nørrebrogade'),
  town('Stockholm', '116 37', 'SE', 'Götgatan, Skånegatan'),
  town('Oslo', '0552', 'NO', 'Markveien, Thorvald Meyers gate'),
  town('Helsinki', '00530', 'FI', 'Vaasankatu, Fleminginkatu'),
  town('Dublin', 'D08 X2A5', 'IE', 'Francis Street, Thomas Street'),
  town('London', 'E8 4QJ', 'GB', 'Broadway Market, Wilton Way, Mare Street'),
  town('Edinburgh', 'EH3 6HX', 'GB', 'St Stephen Street, Dundas Street'),
  town('Madrid', '28004', 'ES', 'Calle de la Palma, Calle del Espíritu Santo'),
  town('Lisboa', '1200-109', 'PT', 'Rua do Século, Rua da Rosa'),
  town('Milano', '20144', 'IT', 'Via Tortona, Corso Genova'),
  town('Praha', '120 00', 'CZ', 'Mánesova, Slezská'),
  town('Warszawa', '00-695', 'PL', 'Nowogrodzka, Poznańska'),
  town('New York', '11211', 'US', 'Bedford Avenue, Grand Street', 'NY'),
  town('Portland', '97214', 'US', 'SE Hawthorne Boulevard, SE Division Street', 'OR'),
  town('Toronto', 'M6J 1G8', 'CA', 'Ossington Avenue, Dundas Street West', 'ON'),
]

export const carriers = ['DHL', 'DPD', 'GLS', 'UPS', 'PostNord', 'La Poste', 'Royal Mail'] as const
